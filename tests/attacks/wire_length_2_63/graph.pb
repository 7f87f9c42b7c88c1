
	
aNoOp
€€€€€€€€€xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx