

af6


f	
callg


g	
callh


h	
callf"d