# Changes to ops, for op maintainers: the page's Evolution view and `vintage evolve`.

evolution = Evolución
evolution-lead = Usted mantiene una op y quiere cambiarla. Elija qué cambia y cuándo; vea qué grafos se siguen cargando y dónde, qué imprimen las versiones que los rechazan y qué reglas de la guía de versiones infringe el plan.
evolution-back = Volver a los archivos
evolution-recipe = Cambio
evolution-when = Cuándo
evolution-train = Versiones
evolution-result = Resultados por grafo y versión
evolution-rules = Reglas

evolution-recipe-add-attr = Añadir un atributo
evolution-recipe-add-op = Añadir una op
evolution-recipe-add-op-and-switch = Añadir una op y pasar a ella las funciones de Python
evolution-recipe-remove = Eliminar o restringir una op
evolution-recipe-change = Cambiar lo que hace una op
evolution-recipe-ban = Vetar una versión

evolution-recipe-add-attr-long = MyOp recibe el atributo my_attr. Los grafos que no lo tienen deben comportarse como antes.
evolution-recipe-add-op-long = MyOpV2 se registra, pero ninguna función de Python la escribe. Los grafos que la contienen se hacen a mano.
evolution-recipe-add-op-and-switch-long = MyOpV2 se registra, y más tarde las funciones de Python que escribían MyOp la escriben en su lugar.
evolution-recipe-remove-long = MyOp, o una parte de ella, se elimina: primero ningún programa la escribe, después los grafos nuevos no pueden contenerla, y una versión mayor la elimina.
evolution-recipe-change-long = MyOp recibe otro significado. MyOpV2 ocupa su lugar hasta que el significado antiguo desaparece; después el nombre vuelve.
evolution-recipe-ban-long = Una versión es tan defectuosa que ningún grafo nuevo debería cargarse en ella.

evolution-step-register = Se registra la op nueva o el atributo nuevo
evolution-step-switch = Las funciones de Python empiezan a escribirlo
evolution-step-stop-writing = El código fuera de TensorFlow deja de escribirlo
evolution-step-deprecate = Los grafos nuevos no pueden tenerlo (obsoleto)
evolution-step-remove = Desaparece; min_producer sube
evolution-step-reuse = MyOp vuelve con el significado nuevo; min_consumer sube
evolution-step-switch-back = Las funciones de Python vuelven a escribir MyOp
evolution-step-remove-second = MyOpV2 desaparece
evolution-step-ban = Los grafos nuevos nombran la versión defectuosa en bad_consumers

evolution-not-done = sin hacer
evolution-bumps = el número de GraphDef sube
evolution-usual = Tomar las primeras versiones que cumplen todas las reglas
evolution-release = versión
evolution-date = fecha
evolution-number = número de GraphDef
evolution-min-producer = min_producer
evolution-min-consumer = min_consumer
evolution-bad-consumers = bad_consumers
evolution-steps = pasos
evolution-bad = defectuosa
evolution-bad-long = { $release } es la versión defectuosa
evolution-date-of = Día en que se publica { $release }
evolution-leave-out = Excluir
evolution-leave-out-long = Excluir { $release }
evolution-add-release = Añadir una versión
evolution-add = Añadir
evolution-version = Versión
evolution-train-note = El número de una versión planificada sube en uno por cada paso que lo necesita. Se supone que las versiones planificadas se comportan como la más nueva conocida.

evolution-default = Un atributo que falta cuenta como
evolution-default-same = un valor con el que MyOp se comporta como antes
evolution-default-other = un valor con el que MyOp se comporta de otra manera
evolution-default-none = un error: no hay valor predeterminado
evolution-keeps-defaults = Los grafos se guardan sin strip_default_attrs
evolution-raises-min-consumer = Subir min_consumer con el paso a la op nueva

evolution-graphs-concerned = Grafos con el cambio
evolution-graphs-other = Grafos sin el cambio
evolution-written-by = escrito por
evolution-loaded-by = cargado por
evolution-all-load = Se cargan en todas partes.

evolution-outcome-loads = se carga
evolution-outcome-ignores = ignora el atributo
evolution-outcome-differs = difiere
evolution-outcome-unsafe = inseguro
evolution-outcome-refused = rechazado
evolution-cell = Un grafo de { $producer } en { $consumer }: { $outcome }
evolution-cell-loads = Se carga y se comporta como antes.
evolution-cell-ignores = Se carga con un aviso; el atributo que { $consumer } no conoce tiene su valor predeterminado y se ignora.
evolution-cell-differs = Se carga y hace otra cosa sin avisar.
evolution-cell-unsafe = { $consumer } es la versión defectuosa, y este grafo se sigue cargando en ella.
evolution-cell-refused = Se rechaza. { $consumer } imprime:
evolution-choose-cell = Elija una celda para ver el motivo.

evolution-severity-error = infringida
evolution-severity-warning = aviso
evolution-severity-note = nota
evolution-all-kept = El plan cumple todas las reglas de la guía de versiones.

evolution-rule-in-the-past = { $release } ya se publicó y no puede cambiar.
evolution-rule-in-the-past-advice = Elija una versión planificada, o planifique una.
evolution-rule-without = Requiere un paso que no está en el plan: { $before }.
evolution-rule-without-advice = Haga ese paso en una versión anterior.
evolution-rule-before-its-time = En { $release } va antes de un paso que requiere: { $before }.
evolution-rule-before-its-time-advice = Intercambie los dos.
evolution-rule-in-a-patch = { $release } es una versión de parche, y estas solo traen correcciones de errores: los números de GraphDef aceptados no cambian dentro de una versión menor.
evolution-rule-in-a-patch-advice = Espere a la siguiente versión menor.
evolution-rule-not-major = { $release } no es la primera de una versión mayor, y solo en ella puede terminar la compatibilidad con grafos.
evolution-rule-not-major-advice = Espere a la siguiente versión mayor.
evolution-rule-six-months = min_producer solo puede alcanzar el número de la versión que la declaró obsoleta a partir de { $earliest }: seis meses después.
evolution-rule-six-months-advice = Declárela obsoleta antes, o elimínela en una versión mayor posterior.
evolution-rule-next-major = Los grafos de { $written } se escribieron antes de que quedara obsoleta. La guía garantiza que un SavedModel de una versión mayor que no usa nada obsoleto se carga en la siguiente, incluida { $release }.
evolution-rule-next-major-advice = Elimínela en { $major }.0, o acepte que estos SavedModels terminan aquí.
evolution-rule-no-head-start = Hasta { $earliest } puede haber en uso binarios que no la tienen: el plazo de compatibilidad hacia adelante es de tres semanas.
evolution-rule-no-head-start-advice = Proteja el comportamiento nuevo con tf.compat.forward_compatible, o haga el cambio en una versión posterior.
evolution-rule-default-differs = Con este valor predeterminado, los grafos antiguos, a los que les falta el atributo, hacen otra cosa en las versiones nuevas sin avisar.
evolution-rule-default-differs-advice = Dé al atributo un valor predeterminado con el que la op se comporte como antes.
evolution-rule-no-default = Sin valor predeterminado se rechazan todos los grafos antiguos, porque les falta el atributo.
evolution-rule-no-default-advice = Dé al atributo un valor predeterminado.
evolution-rule-not-stripped = Los grafos contienen el atributo incluso donde tiene su valor predeterminado. TensorFlow 1.8 a 2.4 los rechaza; 2.5 y posteriores lo ignoran con un aviso.
evolution-rule-not-stripped-advice = Guarde con strip_default_attrs. TensorFlow 2 siempre lo hace.
evolution-rule-min-consumer-raised = Al subir min_consumer, las versiones más antiguas rechazan también los grafos que no tienen la op.
evolution-rule-min-consumer-raised-advice = No cambie min_consumer: allí solo deberían dejar de cargarse los grafos que tienen la op.
evolution-rule-nothing-bad = No se indica ninguna versión defectuosa.
evolution-rule-nothing-bad-advice = Marque una versión como defectuosa en la lista de versiones.
evolution-rule-bans-others = { $other } tiene el mismo número de GraphDef que { $release }, { $number }: el veto la incluye.
evolution-rule-bans-others-advice = bad_consumers solo contiene números. El número debe subir entre las dos versiones.
evolution-rule-bans-itself = { $release } es defectuosa y escribe grafos que la rechazan: no puede cargar los grafos que guarda.
evolution-rule-bans-itself-advice = Empiece el veto en una versión posterior.
evolution-rule-differs =
    { $count ->
        [one] Un grafo de { $producer } se carga en { $consumer } y hace otra cosa sin avisar.
       *[other] Un grafo de { $producer } se carga en { $consumer } y hace otra cosa sin avisar. Afecta a { $count } pares de versiones.
    }
evolution-rule-differs-forward =
    { $count ->
        [one] Un grafo de { $producer } se carga en { $consumer } con otro resultado: las versiones desde 2.5 ignoran un atributo que no conocen, sea cual sea su valor.
       *[other] Un grafo de { $producer } se carga en { $consumer } con otro resultado: las versiones desde 2.5 ignoran un atributo que no conocen, sea cual sea su valor. Afecta a { $count } pares de versiones.
    }
evolution-rule-differs-forward-advice = Donde el valor importe, añada una op en lugar del atributo: una op desconocida se rechaza.
evolution-rule-backward =
    { $count ->
        [one] { $consumer } rechaza un grafo de { $producer }, aunque es una versión posterior de la misma versión mayor: la guía garantiza que se carga.
       *[other] { $consumer } rechaza un grafo de { $producer }, aunque es una versión posterior de la misma versión mayor: la guía garantiza que se carga. Afecta a { $count } pares de versiones.
    }
evolution-rule-forward = Las versiones más antiguas rechazan los grafos nuevos que lo tienen; por ejemplo, { $consumer } rechaza un grafo de { $producer }. La guía solo garantiza la compatibilidad hacia adelante dentro de las versiones de parche.
evolution-rule-unsafe = Los grafos escritos antes del veto se siguen cargando en { $consumer }.
evolution-rule-unsafe-advice = Sustituya esa versión donde esté en uso; el veto solo se aplica a los grafos nuevos.
evolution-rule-ignored = Las versiones más antiguas ignoran el atributo con un aviso, por ejemplo { $consumer } en un grafo de { $producer }.

error-evolution-no-recipe = No hay ninguna receta «{ $text }».
error-evolution-no-recipe-advice = Recetas: add-attr, add-op, add-op-and-switch, remove, change y ban.
error-evolution-no-release = No hay ninguna versión { $text } en el plan.
error-evolution-no-release-advice = Añádala con su fecha, o indique una de la lista.
error-evolution-no-step = Esta receta no tiene ningún paso «{ $text }».
error-evolution-no-step-advice = Ejecútela sin ningún paso para ver la lista de pasos.
error-evolution-no-default = Un atributo que falta no puede contar como «{ $text }».
error-evolution-no-default-advice = Cuenta como same, other o none.
error-evolution-no-version = «{ $text }» no es un número de versión.
error-evolution-no-version-advice = Escriba tres números, como 2.23.0.
error-evolution-no-date = «{ $text }» no es una fecha.
error-evolution-no-date-advice = Escriba año, mes y día, como 2027-03-01.
error-evolution-release-refused = { $text } no se puede planificar.
error-evolution-release-refused-advice = Ya se publicó, va antes de una versión publicada, o el plan ya tiene { $limit } versiones.
error-evolution-dates = { $text } se publicaría antes que { $before }, que llega el { $date }.
error-evolution-dates-advice = Dele un día posterior.
