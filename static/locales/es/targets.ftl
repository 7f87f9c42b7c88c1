# Several releases that a file must run on: their verdicts, the verdict over all of them, and that of each requirement.

targets = Versiones de destino
targets-channel = Paquete del destino { $n }
targets-release = Versión del destino { $n }
targets-loads = Se carga en las { $of } versiones de destino
targets-warns = Se carga en las { $of } versiones de destino, con avisos en { $n }
targets-refused = Rechazado en { $n } de { $of } versiones de destino
targets-unknown = Desconocido en { $n } de { $of } versiones de destino
targets-because = { $verdict }, a causa de { $requirement }
targets-said = { $name }: { $verdicts }.
targets-no-window = El archivo no tiene ventana en { $channel }
targets-met = Se cumple en todas las versiones de destino
targets-need-refused = No se cumple en { $targets }
targets-need-unknown = Sin datos sobre { $targets }
targets-need-warns = Con avisos en { $targets }
targets-files = { NUMBER($n) } de { NUMBER($all) } archivos se cargan en las { $of } versiones de destino
