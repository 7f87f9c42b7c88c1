# Errors that belong to no single format.

error-bytes-past-end = El archivo termina demasiado pronto: se necesitan { $wanted } bytes en el desplazamiento { $offset }, pero tiene { $size }.
error-bytes-past-end-advice = La copia está probablemente incompleta. Compare su tamaño con el del original y vuelva a copiarlo.

error-structure-too-large = Una estructura ocuparía { $size } bytes en memoria; el límite es { $limit }.
error-structure-too-large-advice = Si el archivo está intacto, ábralo con la CLI en un equipo con más memoria.

error-file-unreadable = No se pudo leer el archivo: { $reason }.
error-file-unreadable-advice = Compruebe que existe y que usted tiene permiso para leerlo, y vuelva a abrirlo.

error-folder-too-deep = La carpeta tiene más de { $limit } niveles de anidamiento.
error-folder-too-deep-advice = Abra la carpeta que contiene directamente el modelo.

error-zip-overlap = «{ $member }» comparte sus datos con otro archivo de este zip.
error-zip-overlap-advice = Ningún programa zip escribe esto: el zip está dañado, o se creó para agotar la memoria. Se abre el primero de los archivos que comparten datos.
