
9
n0Const*
dtype0*
valueB€€€€ €€€€ 
6
n1Const*
dtype0*
valueB€€€€€€€€€"d