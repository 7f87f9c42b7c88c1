
	
aNoOp

ÿþÀ€NoOp"d