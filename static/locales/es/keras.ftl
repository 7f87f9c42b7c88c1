# Keras files and HDF5.

error-hdf5-no-signature = El archivo no empieza con la firma HDF5.
error-hdf5-no-signature-advice = El comienzo del archivo falta o se sobrescribió, o no es un archivo HDF5. Vuelva a copiarlo.

error-hdf5-damaged = La estructura «{ $structure }» en este desplazamiento no es HDF5 válido.
error-hdf5-damaged-advice = Se sobrescribieron o faltan bytes del archivo. Se muestran las partes legibles; vuelva a copiar el archivo.

error-hdf5-checksum = La suma de comprobación de la estructura «{ $structure }» en este desplazamiento no coincide.
error-hdf5-checksum-advice = Algunos bytes del archivo cambiaron después de escribirse. Vuelva a copiarlo.

error-hdf5-cycle = Un árbol B tiene un ciclo.
error-hdf5-cycle-advice = Ningún programa escribe un archivo así. Considérelo dañado o malicioso.

error-hdf5-unsupported = Vintage no lee esta característica de HDF5: { $feature }.
error-hdf5-unsupported-advice = Se muestra todo lo demás. Vuelva a escribir el archivo con h5py o h5repack.

error-hdf5-filter = Un trozo no se puede descomprimir: sus bytes no corresponden al filtro { $filter }.
error-hdf5-filter-advice = El trozo se sobrescribió. Los valores de otros conjuntos de datos no se ven afectados.

error-hdf5-not-utf8 = El texto del atributo { $name } no es UTF-8 desde el byte { $at }.
error-hdf5-not-utf8-advice = El atributo se sobrescribió o se escribió con otra codificación.

error-hdf5-text-too-long = Una cadena tiene { $size } bytes; se leen { $limit } como máximo.
error-hdf5-text-too-long-advice = El archivo está dañado, o se creó para agotar la memoria.

error-hdf5-too-deep = Aquí los grupos tienen más de { $limit } niveles de anidamiento.
error-hdf5-too-deep-advice = Ninguna versión de Keras escribe un archivo así. Se muestran los niveles superiores.

error-hdf5-too-many = Aquí hay más de { $limit } nombres.
error-hdf5-too-many-advice = Se muestran los primeros.

error-hdf5-too-much-metadata = Las estructuras remiten una y otra vez a los mismos bytes; leerlas todas equivaldría a leer varias veces el archivo.
error-hdf5-too-much-metadata-advice = El archivo está dañado o es malicioso. Se muestra la parte anterior.

error-hdf5-value-type = Los valores de tipo { $dtype } no se leen: TensorFlow no tiene este tipo.
error-hdf5-value-type-advice = Se muestran su nombre, su forma y su desplazamiento; use h5py para leerlo.

error-hdf5-value-too-large = Este valor tiene { $size } bytes: más que el archivo, o que el límite de { $limit } bytes.
error-hdf5-value-too-large-advice = Léalo por partes con h5py.

error-keras-json-damaged = El texto no es JSON válido desde el byte { $at }.
error-keras-json-damaged-advice = La configuración está truncada o se cambió a mano. Keras la rechaza; los pesos se siguen mostrando.

error-keras-json-too-deep = La configuración tiene más de { $limit } niveles de anidamiento; Vintage no lee más.
error-keras-json-too-deep-advice = El archivo puede estar intacto: Keras lo lee. Solo se muestran los pesos.

error-keras-json-too-large = La configuración tiene { $size } bytes; se leen { $limit } como máximo.
error-keras-json-too-large-advice = Solo se muestran los pesos.

error-keras-member-missing = El archivo comprimido no tiene { $member }.
error-keras-member-missing-advice = Keras rechaza este archivo. Vuelva a guardar el modelo, o copie el archivo completo.

error-keras-no-class = La configuración no indica ninguna clase para el modelo.
error-keras-no-class-advice = Keras la rechaza; los pesos se siguen mostrando.

requirement-keras-archive = La versión debe leer archivos .keras; TensorFlow lo hace desde 2.12.
requirement-keras-archive-weights = load_weights debe aceptar un archivo .keras.
requirement-keras-no-model = load_model necesita una configuración del modelo, y el archivo solo tiene pesos.
requirement-keras-weights-file = La versión debe leer pesos guardados según la estructura del modelo.
requirement-keras-new-groups = La versión debe buscar los pesos en grupos llamados «{ $subject }», como Keras desde 2.15.
requirement-keras-old-groups = La versión debe buscar los pesos en grupos llamados «{ $subject }», como Keras 2.12 a 2.14.
requirement-keras-sequential-object = La versión debe aceptar la configuración de un modelo Sequential como objeto, y no como lista de capas.
requirement-keras-functional-class = La versión debe conocer modelos de clase { $subject }; antes de 2.3 se llamaba Model.
requirement-keras-functional-module = La versión debe tener el módulo { $subject }, que llegó con Keras 3.
requirement-keras-input-ragged = Las capas de entrada deben aceptar la clave ragged.
requirement-keras-input-batch-shape = Las capas de entrada deben aceptar la clave batch_shape, que Keras 3 escribe donde Keras 2 escribía batch_input_shape.
requirement-keras-input-batch-input-shape = Las capas de entrada deben aceptar la clave batch_input_shape, que escribía Keras 2.
requirement-keras-conv-groups = Las convoluciones deben aceptar la clave groups.
requirement-keras-axis-list = { $subject } es una lista, como la escribe Keras 2; Keras 3 solo acepta un número.
requirement-keras-new-optimizer = La versión debe conocer el optimizador { $subject }, con el nombre que escriben las versiones más nuevas.
requirement-keras-weight-mode = La versión debe compilar el modelo sin la clave { $subject }, que leen las versiones anteriores.
requirement-keras-short-name = La versión debe encontrar «{ $subject }» por su nombre corto al compilar el modelo.
requirement-keras-class = La versión debe tener la clase { $subject }.
requirement-keras-argument = La versión debe aceptar la clave { $subject }.
requirement-keras-own-class = { $subject } es una clase de terceros: hay que importar y registrar su código.
requirement-keras-unknown-class = Ninguna versión probada exporta la clase { $subject }; no se sabe si se carga.

finding-keras-beside = Desde 2.16, TensorFlow carga este archivo con la versión instalada de Keras 3; los veredictos de la fila tensorflow valen para Keras 3.15.1.
finding-keras-beside-advice = Para la versión que usted tiene, vea la fila keras (pip show keras). Instalar tf_keras y definir TF_USE_LEGACY_KERAS=1 recupera Keras 2.
finding-keras-compile-optional = Algunas versiones solo rechazan la configuración de compilación.
finding-keras-compile-optional-advice = load_model(path, compile=False) da el modelo sin optimizador, pérdida ni métricas; vuelva a compilarlo.
finding-keras-weights-only = Estos son pesos sin modelo: se cargan en código que construye las mismas capas.
finding-keras-weights-only-advice = Construya el modelo como era al guardar los pesos y llame a load_weights(path).
finding-saved-model-keras = Keras 3 no carga este SavedModel como modelo: desde TensorFlow 2.16, load_model solo acepta archivos .keras y .h5.
finding-saved-model-keras-advice = Para inferencia, keras.layers.TFSMLayer(path, call_endpoint="{ $endpoint }") lo envuelve. Para entrenar el modelo, cárguelo con TensorFlow hasta 2.15 (o tf_keras) y guárdelo como .keras.
