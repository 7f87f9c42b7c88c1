# Advice for requirements: `advice-<id>` belongs to `requirement-<id>` of the same id, or is separate.

advice-title = النصائح
advice-copy = نسخ الأوامر
cli-advice = نصيحة
cli-see = انظر

## Graphs

advice-graph-custom-op =
    تأتي { $subject } مع الحزمة { $package }، لا مع TensorFlow. ثبّتها وشغّل { $import } قبل تحميل الملف. { $rule ->
        [same] إصدارها X.Y يقابل TensorFlow X.Y؛ لهذا الملف استخدم { $package } { $release } مع ⁦TensorFlow { $tensorflow }⁩.
       *[listed] تتطلب { $package } { $release } إصدار ⁦TensorFlow { $tensorflow }⁩.
    } { $since ->
        [unknown] الإصدار الذي أضاف العملية غير معروف.
       *[known] أقدم إصدار مختبَر فيه العملية هو { $since }.
    } { $ended ->
        [no] { "" }
       *[ended] كان { $ended } آخر إصداراتها.
    }
advice-graph-unknown-op = لا إصدار من TensorFlow ولا حزمة مختبَرة فيها العملية { $subject }. إنها عملية مخصصة من طرف ثالث: اطلب من مؤلفها المكتبة المشتركة التي تسجّلها، وحمّلها أولاً بالدالة tf.load_op_library(path).
advice-graph-op = استخدم TensorFlow من { $first } إلى { $last }، ففيها { $subject }، أو صدّر مرة أخرى بعملية موجودة في الإصدار.
advice-graph-contrib-op = حمّله في TensorFlow 1.x بعد تنفيذ { "import tensorflow.contrib" }: عندئذٍ تُسجَّل العملية. من أجل 2.x يجب بناء النموذج من دون contrib وتصديره مرة أخرى.
advice-graph-no-kernel = يحمّل ⁦TensorFlow { $release }⁩ العملية { $subject } لكن ليس فيه نواة CPU لها: الجلسة التي تشغّل عقدة كهذه تفشل بالرسالة «No OpKernel was registered». تعمل على أجهزة أخرى (GPU أو TPU أو XLA) أو لا تعمل إطلاقًا؛ استبدلها قبل النشر على CPU.
advice-graph-no-kernel-type = يحمّل ⁦TensorFlow { $release }⁩ العملية { $subject } مع { $dtype } لكن ليس فيه نواة CPU لهذا النوع: الجلسة التي تشغّل عقدة كهذه تفشل بالرسالة «No OpKernel was registered». حوّل إلى نوع له نواة.
advice-graph-dtype = استخدم ⁦TensorFlow { $first }⁩ أو أحدث، أو صدّر مرة أخرى بلا قيم من النوع { $subject }.
advice-graph-text-field = أضيف { $subject } في { $first }. ترفض الإصدارات الأقدم الملفات النصية التي فيها أسماء لا تعرفها؛ وفي الملفات الثنائية تتخطى الحقل.
advice-graph-text-value = أضيفت { $subject } في { $first }. لا تعرف الإصدارات الأقدم هذه القيمة في أي شكل: اكتب الملف مرة أخرى من دونها.
advice-graph-text-binary = تتخطى الإصدارات الأقدم { $subject } حين يكون الملف في الشكل الثنائي. اكتبه في الشكل الثنائي بالإصدار { $first } أو أحدث.
advice-graph-attr = أضيفت { $subject } في { $first } وقيمتها ليست الافتراضية: استخدم { $first } أو أحدث، أو صدّر من برنامج يتركها على قيمتها الافتراضية.
advice-graph-attr-default = أضيفت { $subject } في { $first } ولها قيمتها الافتراضية: احذفها (strip_default_attrs=True عند التصدير، أو بالكود الذي يعطيه { "vintage inspect" }) فتحمّل الإصدارات الأقدم الرسم البياني بالنتيجة نفسها.
advice-graph-attr-removed = أزيلت { $subject } بعد { $last }: استخدم إصدارًا من { $first } إلى { $last }، أو صدّر مرة أخرى من إصدار لاحق.
advice-graph-attr-unknown = لا إصدار مختبَر فيه السمة { $subject }. صدّر مرة أخرى من دونها، أو استخدم إصدارًا أحدث من الإصدارات المختبَرة.
advice-graph-attr-missing = { $subject } مطلوبة في الإصدارات التي ليس لها فيها قيمة افتراضية. صدّر مرة أخرى بالإصدار الذي يجب أن يحمّل الرسم البياني.
advice-graph-attr-value = صدّر مرة أخرى بقيمة للسمة { $subject } يسمح بها الإصدار، أو استخدم إصدارًا من { $first } إلى { $last }.
advice-graph-attr-value-never = لا إصدار مختبَر يسمح بهذه القيمة للسمة { $subject }. صدّر مرة أخرى بقيمة مسموحة.
advice-graph-strip-attrs = لهذه السمات قيمها الافتراضية: { $attrs }. احذفها (strip_default_attrs=True عند التصدير، أو هذا الكود): لا يضيع شيء، وتحمّل الرسم البياني عندئذٍ الإصدارات من { $first } إلى { $last } التي ترفضه الآن.
advice-graph-deprecated-op = صدّر مرة أخرى بالعملية التي حلت محل { $subject } (يطبع الإصدار اسمها)، أو حمّل الرسم البياني في إصدار سابق لسحبها.
advice-graph-min-consumer = استخدم إصدارًا رقم GraphDef فيه { $version } أو أعلى: { $first } أولها.
advice-graph-bad-consumer = يعلم مؤلف الرسم البياني أن هذا الإصدار يفسده. استخدم إصدارًا آخر.
advice-graph-min-producer = الرسم البياني أقدم مما يقبله هذا الإصدار. حمّله في إصدار أقدم واحفظه من هناك مرة أخرى.
advice-graph-versions = استخدم إصدارًا ضمن أرقام نسخ الرسم البياني.
advice-graph-invalid-name = أعد تسمية { $subject }: يبدأ الاسم بحرف أو رقم أو نقطة ولا يحتوي إلا على حروف وأرقام و{ "_ . \\ / -" }
advice-graph-duplicate-name = أعطِ إحدى العقدتين اللتين اسمهما { $subject } اسمًا آخر.
advice-graph-input-missing = أبقِ العقدة التي تأخذ منها { $subject } مدخلها: أزيلت من الرسم البياني. جمّد الرسم البياني أو استخرجه مرة أخرى بكل مدخلاته.
advice-graph-control-order = انقل مدخلات التحكم في { $subject } (الأسماء التي تبدأ بـ ^) إلى ما بعد مدخلاتها الأخرى.
advice-graph-input-output = صحّح الرقم بعد النقطتين في مدخلات { $subject }، أو صدّر مرة أخرى.
advice-graph-colocation = أبقِ العقدة التي توضع معها { $subject }، أو أزل سمتها _class.
advice-graph-device = أفرغ جهاز { $subject }، أو اكتبه على الصورة /job:NAME/task:0/device:GPU:0.
advice-graph-function = صدّر مرة أخرى: عُدّلت الدالة التي فيها { $subject } بعد كتابتها.
advice-graph-function-name = أعد تسمية الدالة التي فيها { $subject } واستدعاءاتها.
advice-graph-input-count = صدّر مرة أخرى: كُتبت { $subject } لنسخة أخرى من عمليتها.
advice-graph-input-type = ضع Cast قبل { $subject }، أو صدّر مرة أخرى بالنوع الصحيح.
advice-graph-shape = صحّح الشكل أو القيمة التي تحصل عليها { $subject }: يحسب الإصدار الأشكال أثناء الاستيراد.
advice-graph-cycle = لا تكوّن حلقة إلا حلقات while من عقد NextIteration. صدّر مرة أخرى.

## SavedModels

advice-saved-model-keras-3 = حمّله بالدالة tf.saved_model.load، أو غلّفه بالطبقة keras.layers.TFSMLayer؛ واحفظ النموذج بصيغة { ".keras" } لتحميله بالدالة load_model.
advice-saved-model-keras-objects = حمّله بالدالة tf.saved_model.load أو tf.compat.v1.saved_model.load.
advice-saved-model-keras-metadata = حمّله بالدالة tf.saved_model.load، فهي لا تقرأ بيانات Keras الوصفية.
advice-saved-model-keras-class = حمّله بالدالة tf.saved_model.load، فهي لا تعيد إنشاء الطبقات، أو احفظه بصيغة .keras أو .h5 بالإصدار الذي أنشأه.
advice-saved-model-meta-graphs = اختر MetaGraph: استخدم { "tf.saved_model.load(path, tags=[…])" } بوسوم أحدها.
advice-saved-model-chunked = اكتبه مرة أخرى في ملف واحد: لا تقرأ الحزم المنشورة القطع. احفظ بالدالة tf.saved_model.save من إصدار منشور (كتب هذا الملف بناء ليلي).
advice-saved-model-no-meta-graph = صدّر النموذج مرة أخرى؛ ليس في هذا الملف ما يُشغَّل.
advice-saved-model-variables = انسخ المجلد { "variables/" } أيضًا: لا يحتوي saved_model.pb على القيم.
advice-saved-model-variables-damaged = انسخ المجلد { "variables/" } مرة أخرى، أو صدّر مرة أخرى.
advice-saved-model-device = حمّله في بناء فيه ذلك الجهاز، أو صدّر مع clear_devices=True.
advice-saved-model-device-run = حمّله في بناء فيه ذلك الجهاز، أو صدّر مع clear_devices=True.
advice-saved-model-reference = حمّله بالدالة tf.compat.v1.saved_model.load في جلسة، أو صدّر مرة أخرى بمتغيرات الموارد { "(tf.compat.v1.enable_resource_variables())" }.
advice-saved-model-signature-rank = صدّر مرة أخرى بالشكل الذي للموتر { $subject } في التوقيع، أو حمّله بالدالة tf.compat.v1.saved_model.load.
advice-saved-model-slots = حمّله بواسطة tf.compat.v1.saved_model.load في جلسة، أو صدّره مرة أخرى من دون المُحسِّن: { "model.save(path, include_optimizer=False)" }.
advice-saved-model-tensor-value = صدّره مرة أخرى بدالة ليست القيمة الافتراضية لأي من معاملاتها موترًا، أو حمّله بواسطة { "tf.compat.v1.saved_model.load" }.
advice-saved-model-numpy-value = صدّره مرة أخرى بدالة ليست القيمة الافتراضية لأي من معاملاتها مصفوفة، أو حمّله بواسطة { "tf.compat.v1.saved_model.load" }.
advice-saved-model-promise =
    المضمون لملف SavedModel من { $made }: تحمّله إصدارات ⁦TensorFlow { $same }⁩{ $next ->
        [none] .
       *[next] ؛ وإن لم يستخدم إلا الأجزاء المستقرة، فتحمّله { $next } أيضًا.
    } المرصود: لا يرفضه أي منها. إصدارات أقدم تحمّله بلا ضمان: { $before }.
advice-saved-model-promise-broken =
    المضمون لملف SavedModel من { $made }: تحمّله إصدارات ⁦TensorFlow { $same }⁩{ $next ->
        [none] .
       *[next] ؛ وإن لم يستخدم إلا الأجزاء المستقرة، فتحمّله { $next } أيضًا.
    } المرصود: ترفضه { $refused }. لا يشمل الضمان الأجزاء التجريبية أو المُهمَلة أو أجزاء contrib ولا عمليات الحزم.
advice-saved-model-endpoint = يحمّله Keras 3 (مع TensorFlow 2.16 وما بعده) كطبقة لا كنموذج: قيمة call_endpoint هي { $endpoint }، وتأخذ { $inputs } وتُرجع { $outputs }. { $others ->
        [none] { "" }
       *[listed] نقاط أخرى: { $others }.
    }

## Checkpoints

advice-checkpoint-min-consumer = استخدم إصدارًا رقم نقاط التفتيش فيه { $version } أو أعلى.
advice-checkpoint-bad-consumer = يعلم مؤلف نقطة التفتيش أن هذا الإصدار يفسدها. استخدم إصدارًا آخر.
advice-checkpoint-min-producer = نقطة التفتيش أقدم مما يقبله هذا الإصدار. استعدها في إصدار أقدم واحفظها من هناك مرة أخرى.
advice-checkpoint-big-endian = استعدها في TensorFlow 1.15 أو 2.x واحفظها مرة أخرى على جهاز little-endian.
advice-checkpoint-compressed-index = استعدها في TensorFlow 1.2 أو أحدث واحفظها مرة أخرى.
advice-checkpoint-no-array = لا تحتاج tf.train.Checkpoint.restore إلى تغيير. استبعد القيم من النوع { $subject } عند قراءة القيم واحدة واحدة بالدالة tf.train.load_checkpoint.
advice-checkpoint-slices = استعدها بالصنف tf.compat.v1.train.Saver إلى متغيرات مقسّمة؛ قارئ القيم واحدة واحدة لا يجمع شرائح ملفات V1.
advice-checkpoint-dtype = استخدم ⁦TensorFlow { $first }⁩ أو أحدث، أو حوّل قيم { $subject } إلى نوع آخر قبل الحفظ.
advice-checkpoint-value-size = انسخ نقطة التفتيش مرة أخرى؛ لا يمكن استعادة هذه القيمة.
advice-checkpoint-value-truncated = انسخ ملف البيانات مرة أخرى: إنه ينتهي مبكرًا.
advice-checkpoint-value-damaged = انسخ ملف البيانات مرة أخرى. ما زالت استعادة كل القيم الأخرى ممكنة: استبعد { $subject } (باستخدام tf.train.Checkpoint على جزء من الكائنات).
advice-checkpoint-value-dtype = انسخ الفهرس مرة أخرى: يذكر نوع بيانات غير موجود.
advice-checkpoint-shard-missing = ضع كل ملفات بيانات نقطة التفتيش بجانب فهرسها.
advice-checkpoint-add-files = أضف البيانات المفقودة: { $files }. { $count ->
    [one] فيها قيمة واحدة لا يستعيد أي إصدار نقطة التفتيش من دونها.
    [two] فيها قيمتان لا يستعيد أي إصدار نقطة التفتيش من دونهما.
    [few] فيها { $count } قيم لا يستعيد أي إصدار نقطة التفتيش من دونها.
    [many] فيها { $count } قيمة لا يستعيد أي إصدار نقطة التفتيش من دونها.
   *[other] فيها { $count } قيمة لا يستعيد أي إصدار نقطة التفتيش من دونها.
    } افتح كل ملفات نقطة التفتيش معًا بأسمائها الأصلية.
advice-checkpoint-optimizer-slots =
    { $classes ->
        [unknown] يحتفظ المحسِّن في { $path } بمتغيرات الخانات ({ $slots }) على المتغيرات، كما فعلت tf.keras.optimizers حتى TensorFlow 2.10.
       *[known] كتب المحسِّنَ في { $path } الصنف { $classes } من TensorFlow حتى 2.10، أو من tf.keras.optimizers.legacy (الخانات: { $slots }).
    } ترفض محسِّنات الإصدارات من 2.11 إلى 2.15 استعادته: استخدم هناك { $class } من tf.keras.optimizers.legacy. ولا تستعيد محسِّنات Keras 3 منه شيئًا ولا تنبّه إلى ذلك؛ استخدم { $class } من tf_keras.optimizers.legacy، أو ابدأ بحالة جديدة.
advice-checkpoint-optimizer-variables =
    { $classes ->
        [unknown] يحتفظ المحسِّن في { $path } بحالته في قوائم ({ $slots })، كما تفعل tf.keras.optimizers في TensorFlow من 2.11 إلى 2.15.
       *[known] كتب المحسِّنَ في { $path } الصنف { $classes } من TensorFlow من 2.11 إلى 2.15 (أو من tf_keras).
    } لا تستعيد محسِّنات legacy منه شيئًا. ويعدّ Keras 3 معدل التعلم ضمن المتغيرات، فتنزاح حالته بمقدار واحد: يُستعاد بعضها إلى متغير خاطئ أو لا يُستعاد. استخدم { $class } من tf_keras.optimizers مع TensorFlow 2.16 وما بعده.
advice-checkpoint-optimizer-keras3 =
    { $classes ->
        [unknown] يحتفظ المحسِّن في { $path } بحالته كما يفعل Keras 3.
       *[known] كتب المحسِّنَ في { $path } الصنف { $classes } من Keras 3.
    } استعده باستخدام { $class } من keras.optimizers في Keras 3 (مع TensorFlow 2.16 وما بعده)؛ لمحسِّنات TensorFlow من 2.11 إلى 2.15 ترتيب آخر.
advice-checkpoint-optimizer-names = قوى beta في Adam مخزنة بالاسم: كتبها tf.compat.v1.train.AdamOptimizer عبر tf.compat.v1.train.Saver أو Estimator. لا تستطيع محسِّنات Keras استعادة الخانات بالاسم؛ استعدها بالصنف نفسه من tf.compat.v1.train.

## Keras

advice-keras-h5-names = للأوزان أسماء ⁦Keras { $own }⁩، مثل { $subject }. تستعيدها load_weights في Keras 2 و3 بترتيب الطبقات؛ والكود الذي يبحث عنها بالأسماء التي يكتبها ⁦Keras { $other }⁩ يحتاج إلى هذه الخريطة.
advice-keras-archive = استخدم TensorFlow 2.12 أو أحدث، أو احفظ بصيغة { ".h5" }: الأمر { "model.save(\"model.h5\")" }.
advice-keras-archive-weights = استخدم TensorFlow 2.15 أو أحدث، أو استخرج model.weights.h5 من ملف { ".keras" }، فهو أرشيف zip.
advice-keras-no-model = ابنِ النموذج بالكود واستخدم load_weights؛ ليست في الملف إعدادات يُبنى منها.
advice-keras-weights-file = استخدم TensorFlow 2.12 أو أحدث، أو احفظ الأوزان بالاسم مع Keras 2: الأمر { "model.save_weights(\"weights.h5\")" }.
advice-keras-new-groups = استخدم TensorFlow 2.15 أو أحدث (مع Keras 2.15 أو 3)، أو احفظ النموذج بالإصدار الذي يجب أن يحمّله.
advice-keras-old-groups = حمّله في TensorFlow من 2.12 إلى 2.14 واحفظه مرة أخرى من 2.15.
advice-keras-sequential-object = استخدم TensorFlow 1.11 أو أحدث.
advice-keras-functional-class = استخدم TensorFlow 2.3 أو أحدث، أو غيّر class_name إلى Model: تفعل ذلك الإعدادات المعدّلة أدناه حيث أمكن.
advice-keras-functional-module = استخدم Keras 3، أو الإعدادات المعدّلة.
advice-keras-input-ragged = استخدم TensorFlow 1.15 أو أحدث، أو أزل المفتاح ragged: تفعل ذلك الإعدادات المعدّلة.
advice-keras-input-batch-shape = استخدم Keras 3 (مع TensorFlow 2.16 أو أحدث)، أو الإعدادات المعدّلة التي تكتب batch_input_shape.
advice-keras-input-batch-input-shape = استخدم Keras 3.0.2 أو أحدث أو TensorFlow حتى 2.15، أو الإعدادات المعدّلة التي تكتب batch_shape.
advice-keras-conv-groups = استخدم TensorFlow 2.3 أو أحدث، أو أزل المفتاح groups حيث قيمته 1.
advice-keras-axis-list = استخدم الإعدادات المعدّلة التي تكتب عددًا بدل القائمة ذات العنصر الواحد.
advice-keras-new-optimizer = يحمّل { "load_model(path, compile=False)" } النموذج من دون { $subject }.
advice-keras-weight-mode = نفّذ load_model(path, compile=False)، ثم نفّذ compile مرة أخرى.
advice-keras-short-name = نفّذ { "load_model(path, compile=False)" }، ثم أعد التجميع (compile) بدالة خسارة مذكورة بصنفها، مثل { "keras.losses.MeanSquaredError()" }.
advice-keras-class = استخدم { $channel } من { $first } إلى { $last }، ففيها { $subject }.
advice-keras-argument = استخدم { $channel } من { $first } إلى { $last }، فهي تقبل { $subject }؛ وتحذفه الإعدادات المعدّلة حيث لا أثر لقيمته.
advice-keras-own-class = استورد كود { $subject } وسجّله: { "load_model(path, custom_objects={…})" } والمفتاح اسم الصنف، أو { "@keras.saving.register_keras_serializable()" }.
advice-keras-unknown-class = استورد وحدة { $subject } قبل load_model؛ في وثائقها الإصدارات التي تعمل معها.

## TFLite

advice-tflite-op-never = لا إصدار مختبَر فيه { $subject } بالنسخة { $version }. حوّل النموذج مرة أخرى؛ وإذا أضافت أداة بيانات وصفية إليه فحوّل أولاً واستخدم أداة أحدث.
advice-tflite-op-version = استخدم { $channel } { $first } أو أحدث، أو حوّل مرة أخرى بمحوِّل بيئة التشغيل التي تنشرها: إنه يكتب أدنى نسخة تعمل.
advice-tflite-form-asked-of-some = لم تُختبر { $subject } مع { $types } بالرتبة { $rank } إلا في { $releases }. في الإصدارات الأخرى استُنتج الحكم من كودها المصدري.
advice-tflite-form-not-asked = يُحمَّل بحسب المعروف: لم يُختبر أي إصدار بشأن { $subject } مع { $types } بالرتبة { $rank }. استُنتج الحكم من الكود المصدري؛ حمّل النموذج في الإصدار الذي تحتاج إليه.
advice-graph-form-not-asked = يُحمَّل بحسب المعروف: لم يُختبر أي إصدار بشأن { $subject } مع { $types }، ولا تغطي أي قاعدة هنا دالة أشكالها. استورد الرسم البياني في الإصدار الذي تحتاج إليه.
advice-saved-model-object-not-asked = يُحمَّل بحسب المعروف: لم يُختبر أي إصدار بشأن الكائنات المسجَّلة باسم { $subject }. حمّل النموذج في الإصدار الذي تحتاج إليه.
advice-checkpoint-value-not-asked = يُحمَّل بحسب المعروف: لم يُختبر أي إصدار بشأن القيم من النوع { $subject } في نقطة تفتيش بهذه الصيغة. استعدها في الإصدار الذي تحتاج إليه.
advice-tflite-package-ended = تنتهي { $package } عند { $last }، وتحتاج { $subject } إلى { $channel } { $from } أو أحدث. على Android استخدم خليفتها { $successor }، { $first } أو أحدث. أو حوّل مرة أخرى باستخدام ⁦TensorFlow { $before }⁩ أو أقدم: لا يكتب محوِّله إلا النسخ التي تدعمها بيئة تشغيله.
advice-tflite-tensor-type = استخدم { $channel } { $first } أو أحدث، أو حوّل بنوع آخر.
advice-tflite-custom-op = سجّل { $subject } في resolver المفسِّر (AddCustom في { "C++" }، أو custom_op_registerers في Python).
advice-tflite-flex-op = اربط مفوَّض Flex (tensorflow-lite-select-tf-ops على Android، أو TensorFlowLiteSelectTfOps على iOS)، أو حوّل بالخيار TFLITE_BUILTINS وحده.
advice-tflite-composite = { $subject } (عدد العقد { $count }) عملية composite: بيئات التشغيل التي لا تعرف الاسم تشغّل تفكيكها، الرسم البياني الفرعي { $graph } ({ $ops }). لا تأخذ المفوَّضات العقدة نفسها إلا إذا عرفت الاسم: يسردها عرض المفوَّضات و{ "vintage delegates" }.
advice-tflite-code-placeholder =
    رمز العملية { $index } هو PLACEHOLDER_FOR_GREATER_OP_CODES: كتبت الملفَ أداةٌ بـ schema أقدم من ⁦TensorFlow 2.4⁩ وأسقطت builtin_code. { $subject ->
        [unknown] ليس لعقده خيارات تدل على العملية: حوّل النموذج مرة أخرى.
       *[known] كان { $subject } بحسب خيارات عقده: هذا الكود يكتب الحقل من جديد.
    } أضف البيانات الوصفية بأداة أحدث.
advice-tflite-code-fields = حقلا رمز العملية { $index } لا يتفقان: بيئات التشغيل منذ 2.4 تقرأ { $subject }، والأقدم { $old }. هذا الكود يكتب الحقلين.
advice-tflite-metadata-index = اكتب الملف مرة أخرى ببيانات وصفية مخازنها موجودة، أو من دون هذا المدخل.
advice-tflite-flex-registered = استخدم TensorFlow من { $first } إلى { $last }، حيث يشغّل مفوَّض Flex العملية { $subject }، أو حوّل مرة أخرى من دون العملية.
advice-tflite-schema-version = حوّل النموذج مرة أخرى بمحوِّل منشور.
advice-tflite-subgraphs = استخدم TensorFlow Lite 1.14 أو أحدث، أو حوّل من دون تدفق تحكم.
advice-tflite-no-subgraph = حوّل النموذج مرة أخرى؛ ليس في هذا الملف ما يُشغَّل.
advice-tflite-sparse-tensor = استخدم { $channel } { $first } أو أحدث، أو حوّل من دون تناثر (sparsity).
advice-tflite-scale-count = حوّل مرة أخرى: مقياس واحد للموتر، أو مقياس لكل شريحة.
advice-tflite-quantized-dimension = حوّل مرة أخرى: يجب أن تكون المقاييس على امتداد بُعد موجود في الموتر.
advice-tflite-shared-tensor = أدخل نسخًا بين مدخل العملية ومخرجها، أو حوّل مرة أخرى.
advice-tflite-external-buffers = استخدم CompiledModel من ai-edge-litert 2.1.4 أو أحدث، مع ملفات الأوزان بجانب النموذج؛ أو حوّل بأوزان مضمَّنة.
advice-tflite-kernel-never = لا يقبل أي إصدار مختبَر هذه العقد. حوّل بأنواع وأشكال وخيارات تقبلها نواة { $subject }.
advice-tflite-kernel-support = استخدم { $channel } من { $first } إلى { $last }، أو حوّل بأنواع تقبلها نواة { $subject }.
advice-tflite-identifier = افتح ملف { ".tflite" } نفسه، غير مضغوط وكاملاً.
advice-tflite-verification = انسخ الملف مرة أخرى. إن كان قد عُدّل، فاكتبه بمكتبة flatbuffers التي توافق schema.
advice-tflite-damage = انسخ الملف مرة أخرى.
advice-tflite-damage-signatures = حوّل مرة أخرى؛ يجب أن تكون أسماء التوقيعات UTF-8.
advice-tflite-damage-metadata = اكتب البيانات الوصفية مرة أخرى (بأداة tflite-support لكتابة البيانات الوصفية)، أو أزلها.
advice-tflite-buffer-index = حوّل مرة أخرى؛ المخزن المؤقت للموتر مفقود.
advice-tflite-opcode-index = حوّل مرة أخرى؛ رمز العملية مفقود.
advice-tflite-tensor-index = حوّل مرة أخرى؛ الموتر مفقود.
advice-tflite-tensor-too-large = حوّل مرة أخرى بأشكال تتسع لها الذاكرة.
advice-tflite-empty-tensor = حوّل مرة أخرى من دون موترات فارغة، أو استخدم إصدارًا أحدث.
advice-tflite-negative-shape = حوّل مرة أخرى بأشكال معروفة، أو استدعِ resize_tensor_input قبل allocate_tensors حيث تسمح بيئة التشغيل.
advice-tflite-blockwise = استخدم إصدارًا يقرأ مقاييس الكتل (FULLY_CONNECTED بأوزان int4 ومقاييس float16: في TensorFlow 2.21 و ai-edge-litert 2.1.0)، أو حوّل بمقاييس لكل قناة أو لكل موتر.
advice-tflite-quantized-dimension-scales = استخدم إصدارًا غير 1.14، أو حوّل مرة أخرى.

## Patched configurations of Keras files

patch-title = إعدادات معدّلة من أجل { $target }
patch-copy = نسخ config.json
patch-download = تنزيل
patch-lossless = لا يضيع شيء.
patch-lossy = النموذج نفسه، لكن يجب تجميعه (compile) مرة أخرى.
patch-changes =
    { $n ->
        [zero] بلا تغييرات
        [one] تغيير واحد
        [two] تغييران
        [few] { $n } تغييرات
        [many] { $n } تغييرًا
       *[other] { $n } تغيير
    }
patch-left = ما زال مانعًا: { $left }
patch-batch-shape = يسمّي Keras 3 شكل المدخل batch_shape.
patch-batch-input-shape = يسمّي Keras 2 شكل المدخل batch_input_shape.
patch-axis = يأخذ Keras 3 المحور الواحد عددًا.
patch-argument = لا يقبل الإصدار هذا المفتاح؛ لا أثر لقيمته.
patch-module = للوحدة اسم آخر في الإصدار.
patch-dtype-policy = يأخذ Keras 2 اسم سياسة أنواع البيانات.
patch-calls = يكتب Keras 2 الاستدعاءات قوائم من الطبقة والاستدعاء والمخرج والوسائط.
patch-compile = حُذفت إعدادات التجميع: استدعِ model.compile مرة أخرى.
cli-patch-no-keras = ليس بين هذه الملفات ملف Keras فيه نموذج.
cli-patch-nothing = لا تغيير معروفًا في هذا الملف يجعل { $target } يحمّله.
cli-patch-lossy = سيضيع شيء (انظر أعلاه). لكتابة الملف مع ذلك، أضف { "--lossy" }.
cli-patch-no-room = لا يتسع { $place } للنص الجديد. اكتبه بالخيار { "--config FILE" }، ثم خزّنه باستخدام h5py: الأمر { "f.attrs[\"model_config\"] = text" }.
