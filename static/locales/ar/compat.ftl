# Requirements of files, their reasons, and findings about versions.

## Requirements

requirement-tflite-op-version = يجب أن تعرف بيئة التشغيل { $subject } بالنسخة { $version }.
requirement-tflite-tensor-type = يجب أن تعرف بيئة التشغيل نوع الموتر { $subject }.
requirement-tflite-custom-op = يجب أن تكون العملية المخصصة { $subject } مسجّلة في بيئة التشغيل.
requirement-tflite-flex-op = يجب أن تتضمن بيئة التشغيل أنوية TensorFlow نفسها (مفوَّض Flex) من أجل { $subject }.
requirement-tflite-flex-registered = يجب أن يجد مفوَّض Flex في الإصدار العملية { $subject } من TensorFlow ونواة CPU لها.
requirement-tflite-schema-version = يجب أن تقرأ بيئة التشغيل النسخة { $version } من schema؛ وكل بيئات التشغيل لا تقرأ إلا 3.
requirement-tflite-subgraphs = يجب أن تقبل بيئة التشغيل أكثر من رسم بياني فرعي.
requirement-tflite-no-subgraph = ليس في النموذج رسم بياني فرعي؛ لا تقبل ذلك أي بيئة تشغيل.
requirement-tflite-sparse-tensor = يجب أن تقبل بيئة التشغيل الموتر المتناثر { $subject }.
requirement-tflite-scale-count = للموتر { $subject } عدة مقاييس، لكن ليس مقياسًا لكل شريحة من بُعده المكمَّم.
requirement-tflite-quantized-dimension = مقاييس { $subject } على امتداد بُعد ليس فيه.
requirement-tflite-shared-tensor = أحد الموترات مدخل ومخرج لعملية واحدة؛ لا تقبل ذلك أي بيئة تشغيل.
requirement-tflite-external-buffers = أوزان { $subject } في ملف آخر. لا يفتحه Interpreter أبدًا: يحمّل النموذج ولا يستطيع تشغيله.
requirement-tflite-kernel-support = يجب أن تقبل نواة { $subject } هذه الأنواع والأشكال.
requirement-graph-versions = يجب أن يقبل الإصدار أرقام نسخ الرسم البياني.
requirement-graph-min-consumer = يجب ألا يقل رقم GraphDef في الإصدار عن { $version }.
requirement-graph-bad-consumer = يجب ألا يكون الإصدار مما يسميه الرسم البياني معطوبًا.
requirement-graph-min-producer = يجب أن يظل الإصدار يقبل الرسوم البيانية ذات القيمة producer { $version }.
requirement-graph-op = يجب أن تكون العملية { $subject } مسجّلة في الإصدار.
requirement-graph-contrib-op = يجب أن تكون عملية contrib { $subject } مسجّلة في الإصدار: ليست إلا في 1.x بعد استيراد وحدتها.
requirement-graph-dtype = يجب أن يكون نوع البيانات { $subject } في الإصدار.
requirement-graph-text-field = يجب أن يعرف الإصدار الحقل { $subject } باسمه: الملف في الشكل النصي.
requirement-graph-text-value = يجب أن يعرف الإصدار القيمة { $subject } باسمها: الملف في الشكل النصي.
requirement-graph-attr = يجب أن يعرف الإصدار السمة { $subject }.
requirement-graph-attr-missing = السمة { $subject } مفقودة وليس لها قيمة افتراضية.
requirement-graph-attr-value = يجب أن يسمح الإصدار بقيمة { $subject } هذه.
requirement-graph-deprecated-op = سُحبت { $subject } قبل إنشاء هذا الرسم البياني.
requirement-checkpoint-min-consumer = يجب ألا يقل رقم نقاط التفتيش في الإصدار عن { $version }.
requirement-checkpoint-bad-consumer = يجب ألا يكون الإصدار مما تسميه نقطة التفتيش معطوبًا.
requirement-checkpoint-min-producer = يجب أن يظل الإصدار يقبل نقاط التفتيش ذات القيمة producer { $version }.
requirement-checkpoint-big-endian = يجب أن يقرأ الإصدار نقاط التفتيش ذات ترتيب البايتات المعاكس.
requirement-checkpoint-compressed-index = يجب أن يقرأ الإصدار فهرسًا مضغوطًا بصيغة Snappy.

requirement-checkpoint-no-array = يجب أن يعرف الإصدار النوع { $subject }. لا تُخزَّن قيمه كقيم عادية: الاستعادة تعمل، وقراءة القيم واحدة واحدة تفشل.
requirement-checkpoint-slices = يجب أن يقرأ الإصدار قيم V1 المخزنة في شرائح؛ قارئه في Python لا يفعل ذلك.
requirement-saved-model-keras-3 = يجب أن تقبل load_model ملفات SavedModel: يقبلها Keras في TensorFlow من 2.0 إلى 2.15، ولا يقبلها Keras 3.
requirement-saved-model-keras-objects = يجب أن تقبل load_model ملف SavedModel بلا رسم بياني للكائنات (حفظه TensorFlow 1.x أو واجهته البرمجية).
requirement-saved-model-keras-metadata = يجب أن تفهم load_model بيانات Keras الوصفية في SavedModel.
requirement-saved-model-keras-class = يجب أن يعيد Keras في الإصدار إنشاء { $subject } من البيانات الوصفية في SavedModel.
requirement-saved-model-meta-graphs = يجب أن يختار الإصدار بنفسه من بين عدة MetaGraph (العدد: { $version })؛ تتطلب tf.saved_model.load عندئذٍ وسومًا.
requirement-saved-model-chunked = يجب أن يقرأ الإصدار SavedModel مقسّمًا إلى قطع ({ $subject })؛ لا تبحث الحزم المنشورة إلا عن saved_model.pb و saved_model.pbtxt.
requirement-saved-model-no-meta-graph = ليس في SavedModel أي MetaGraph.
requirement-saved-model-variables = يجب أن تكون قيم المتغيرات موجودة: تقرأ المحمِّلات { $subject }.
requirement-saved-model-variables-damaged = يجب أن يكون { $subject } سليمًا: كل محمِّل يستعيد المتغيرات.
requirement-saved-model-device = يجب أن يوجد الجهاز { $subject } للعقد المثبتة عليه؛ الحزمة مبنية من أجل CPU فقط.
requirement-saved-model-device-run = يجب أن يوجد الجهاز { $subject } للعقد المثبتة عليه التي تشغّلها الاستعادة؛ الحزمة مبنية من أجل CPU فقط.
requirement-saved-model-reference = يجب أن يبني الإصدار دوالاً من التوقيعات؛ تمرر إليها { $subject } مرجعًا إلى متغير.
requirement-saved-model-signature-rank = يجب أن يبني الإصدار دوالاً من التوقيعات؛ الرتبة المذكورة في { $subject } ليست رتبته الفعلية.
requirement-saved-model-slots = يجب أن يعيد الإصدار إنشاء { $subject } مع متغيرات الخانات، كما يفعل Keras المضمَّن في TensorFlow حتى 2.15.
requirement-saved-model-tensor-value = يجب أن يستطيع الإصدار قراءة موتر في توقيع دالة أو في قيمة افتراضية لأحد معاملاتها ({ $subject })؛ في ملفات proto حقل لذلك منذ TensorFlow 2.13.
requirement-saved-model-numpy-value = يجب أن يستطيع الإصدار قراءة مصفوفة NumPy في توقيع دالة أو في قيمة افتراضية لأحد معاملاتها ({ $subject })؛ في ملفات proto حقل لذلك منذ TensorFlow 2.14.

requirement-tflite-identifier = يجب أن يحمل الملف معرّف TFLite، أي TFL3، في البايتات من 4 إلى 7.
requirement-tflite-verification = يجب أن يجتاز flatbuffer التحقق الذي تشترطه بيئات التشغيل الأحدث.
requirement-tflite-damage = أجزاء من flatbuffer لا يمكن قراءتها؛ ترفضه بيئات التشغيل أو تنهار.
requirement-tflite-damage-signatures = يجب أن تكون التوقيعات وأسماء الرسوم البيانية الفرعية مقروءة: تسردها بيئات التشغيل الأحدث عند تحميل النموذج.
requirement-tflite-damage-metadata = يجب أن تكون البيانات الوصفية مقروءة: قد تنهار بيئات التشغيل التي تقرؤها إلى ما بعد نهاية الملف.
requirement-tflite-metadata-index = يجب أن تشير البيانات الوصفية إلى مخازن مؤقتة موجودة: بعض بيئات التشغيل تقرأ المخزن المفقود وتنهار.
requirement-tflite-buffer-index = يشير موتر إلى مخزن مؤقت غير موجود.
requirement-tflite-opcode-index = تشير عملية إلى رمز عملية غير موجود.
requirement-tflite-tensor-index = يشير النموذج إلى موتر غير موجود.
requirement-tflite-tensor-too-large = { $subject } أكبر من أي ذاكرة.
requirement-tflite-empty-tensor = تقرأ عقدة الموتر { $subject } الذي لا بايتات له عند حجز ذاكرة الموترات؛ يرفض ذلك أقدم إصدار.
requirement-tflite-negative-shape = للموتر { $subject } بُعد سالب.
requirement-tflite-blockwise = يجب أن يقبل الإصدار { $subject } بمعامل مكمَّم بالكتل. التحذير يعني أنه يخصّص الموترات ويتجاهل مقاييس الكتل، فتكون النتائج خاطئة.
requirement-tflite-quantized-dimension-scales = رقم البُعد المكمَّم في { $subject } ليس أصغر من عدد المقاييس.
requirement-graph-invalid-name = الاسم { $subject } ليس اسم عقدة صالحًا.
requirement-graph-duplicate-name = الاسم { $subject } تحمله عقدتان.
requirement-graph-input-missing = تأخذ { $subject } مدخلاً من عقدة غير موجودة.
requirement-graph-control-order = يجب أن تأتي مدخلات التحكم في { $subject } بعد مدخلاتها الأخرى.
requirement-graph-input-output = تأخذ { $subject } مخرجًا غير موجود في العقدة التي تأخذ منها مدخلها.
requirement-graph-colocation = يجب أن توضع { $subject } مع عقدة موجودة.
requirement-graph-device = يجب أن يستطيع الإصدار تحليل جهاز { $subject }.
requirement-graph-function = يجب أن تعيد الدالة التي فيها { $subject } مخرجاتها، وأن تكون لعقدها المدخلات التي تقبلها عملياتها.
requirement-graph-function-name = يجب ألا يكون اسم الدالة التي فيها { $subject } اسم عملية.
requirement-graph-input-count = يجب أن يكون عدد مدخلات { $subject } كما تقبله عمليتها.
requirement-graph-input-type = يجب أن تحصل { $subject } على مدخلات من الأنواع التي تقبلها عمليتها.
requirement-graph-shape = يجب أن تقبل دالة الشكل في الإصدار { $subject }.
requirement-graph-cycle = في الرسم البياني حلقة.
requirement-checkpoint-dtype = يجب أن يكون نوع البيانات { $subject } في الإصدار.
requirement-checkpoint-value-size = حجم قيمة { $subject } لا يطابق نوعها وشكلها.
requirement-checkpoint-value-truncated = تمتد قيمة { $subject } إلى ما بعد نهاية ملفها.
requirement-checkpoint-value-damaged = قيمة { $subject } تالفة.
requirement-checkpoint-value-dtype = نوع بيانات إحدى القيم غير موجود في أي إصدار.
requirement-checkpoint-shard-missing = أحد ملفات القيم مفقود.

## Reasons: why an op has its version, or what its kernel must take

reason-blockwise = معامل له مقياس لكل كتلة من { $block } من القيم
reason-basic = النسخة الأساسية
reason-input-size = مدخل حجمه ليس من مضاعفات حجم الأوزان
reason-16-bit-float = بيانات عائمة بعرض 16 بت
reason-8-bit = بيانات بعرض 8 بت
reason-8-bit-float = بيانات عائمة بعرض 8 بت
reason-8-bit-float-value = قيمة عائمة بعرض 8 بت
reason-8-bit-values = قيم بعرض 8 بت
reason-any-rank-5-input = مدخل بخمسة أبعاد
reason-attr-default = أضيفت في { $first }؛ كل قيمها هي القيمة الافتراضية، فلا يضيع شيء بحذفها
reason-attr-not-default = أضيفت في { $first }؛ قيمتها ليست الافتراضية، فحذفها يغيّر الرسم البياني
reason-attr-unknown = لا إصدار مختبَر فيه هذه السمة
reason-attr-value = القيمة { $value }
reason-axis = محور غير 0
reason-batch-dims = أبعاد الدفعات
reason-bfloat16 = بيانات bfloat16
reason-bias-input = مدخل انحياز
reason-bool = بيانات bool
reason-bool-data = بيانات bool
reason-bool-or-string-value = قيمة bool أو سلسلة نصية
reason-broadcast-with-rank-above-4 = بث (broadcast) على أكثر من أربعة أبعاد
reason-complex64 = بيانات complex64
reason-condition-not-bool = شرط ليس من النوع bool
reason-crash = قيمة توقف البرنامج
reason-diagonal-recurrent-tensors = أوزان تكرارية قطرية
reason-dilation = تمدد غير 1
reason-ellipsis-or-new-axis-masks = قناع ellipsis أو قناع محور جديد
reason-flex = تمثل عملية ⁦TensorFlow { $op }⁩
reason-float16 = بيانات float16
reason-float16-value = قيمة float16
reason-float32 = بيانات float32
reason-float64-or-float16 = بيانات float64 أو float16
reason-full-int8 = بيانات وأوزان int8
reason-fused-activation = تنشيط مدمج
reason-grouped-convolution = التفاف مجمَّع
reason-half-pixel-centers = مراكز أنصاف البكسل
reason-half-pixel-or-aligned = مراكز أنصاف البكسل أو زوايا متحاذية
reason-hybrid-asymmetric = النطاق الديناميكي: بيانات عائمة، وأوزان int8، ومدخلات مكمَّمة بلا تماثل
reason-hybrid-per-channel = النطاق الديناميكي: بيانات عائمة، وأوزان int8، لكل قناة
reason-hybrid-per-tensor = النطاق الديناميكي: بيانات عائمة، وأوزان int8
reason-input-count = عدد مدخلات لا تقبله نواتها
reason-int16 = بيانات int16
reason-int16-activations-with-int4-weights = بيانات int16، وأوزان int4
reason-int16-data = بيانات int16
reason-int16-data-k-or-indices = بيانات أو k أو فهارس من النوع int16
reason-int16-general-scales = بيانات int16 مقاييسها ليست من قوى العدد اثنين
reason-int16-indices = فهارس int16
reason-int16-or-float16 = بيانات int16 أو float16
reason-int16-output = مخرج int16
reason-int16-weights = أوزان int16
reason-int16x8 = بيانات int16، وأوزان int8
reason-int2 = بيانات int2
reason-int2-or-uint4 = بيانات int2 أو uint4
reason-int2-table = جدول int2
reason-int2-weights = أوزان int2
reason-int32 = بيانات int32
reason-int4 = بيانات int4
reason-int4-table-or-per-row-scales = جدول int4 أو مقياس لكل صف
reason-int4-to-float32 = تحويل int4 إلى float32
reason-int64 = بيانات int64
reason-int64-indices = فهارس int64
reason-int64-start-indices = فهارس بداية int64
reason-int64-values = قيم int64
reason-int8 = بيانات int8
reason-int8-condition = شرط int8
reason-int8-data = بيانات int8
reason-int8-int4-weights = بيانات int8، وأوزان int4
reason-int8-or-int16-value = قيمة int8 أو int16
reason-int8-output = مخرج int8
reason-int8-per-channel = بيانات int8 مكمَّمة لكل قناة
reason-int8-weights = أوزان int8
reason-integer-kernel = بيانات صحيحة حيث لم توجد إلا النواة العائمة
reason-keep-num-dims = الاحتفاظ بالأبعاد الأولى
reason-missing-operand = معامل غائب تحتاج إليه نواتها
reason-mixed-types = مدخلات من أنواع مختلفة
reason-narrow-range = مدى ضيق
reason-no-bias-slot = بلا مدخل انحياز إطلاقًا
reason-offset-mode = وضع الإزاحة
reason-operand = معاملات لا تقبلها نواتها
reason-option = خيار لا تقبله نواتها
reason-output-count = عدد مخرجات لا تقبله نواتها
reason-per-channel-output = مخرج مكمَّم لكل قناة
reason-plain-int16 = بيانات int16 غير مكمَّمة
reason-plain-int16-or-uint32 = بيانات int16 غير مكمَّمة، أو بيانات uint32
reason-quantization = معلمات تكميم لا تقبلها نواتها
reason-quantized = بيانات مكمَّمة
reason-quantized-int16 = بيانات int16 مكمَّمة
reason-rank = عدد أبعاد لا تقبله نواتها
reason-rank-5 = خمسة أبعاد أو أكثر
reason-rank-6 = ستة أبعاد
reason-rank-7-or-more-or-bfloat16 = سبعة أبعاد أو أكثر، أو بيانات bfloat16
reason-rank-other-than-4 = رتبة غير أربعة
reason-rescale-factor-of-one-or-more = معامل إعادة قياس لا يقل عن واحد
reason-resource = نوعا مفتاح وقيمة لا تحفظهما جداولها
reason-shape = أشكال لا تتوافق معًا
reason-too-large = موترات أكبر من أي ذاكرة
reason-shape-input = شكل مُعطى كمدخل
reason-shuffled-weights = أوزان مُعاد ترتيبها
reason-small-ints = بيانات int8 أو int16
reason-sparse-weights = أوزان متناثرة
reason-state-size = حالة لا يطابق حجمها أوزانها
reason-string = بيانات نصية
reason-string-data = بيانات نصية
reason-subgraphs = رسوم بيانية فرعية لا تتوافق مع معاملاتها
reason-type = نوع لا تقبله نواتها
reason-uint16 = بيانات uint16
reason-uint32 = بيانات uint32
reason-uint32-condition = شرط uint32
reason-uint4 = بيانات uint4
reason-value = قيمة ثابتة لا تقبلها نواتها

## Findings

finding-tflite-damage-unread = أجزاء تالفة من الملف لا تقرؤها بيئات التشغيل، أو تقرؤها بلا ضرر: { $parts }.
finding-tflite-damage-unread-advice = اكتب الملف مرة أخرى: بيئات التشغيل التي تتحقق من الملف كله ترفضه إذا كانت إزاحة أو طول غير صحيح.
finding-tflite-version-too-low = أُعلنت { $op } بالنسخة { $declared }، لكن ما تستخدمه يحتاج إلى النسخة { $required }.
finding-tflite-version-too-low-advice = قد تحمّله بيئة تشغيل قديمة وتُرجع نتائج أخرى. حوّل مرة أخرى، أو اختبر على أقدم بيئة تشغيل تنشرها.
finding-tflite-version-needless = أُعلنت { $op } بالنسخة { $declared }؛ تكفي النسخة { $required }.
finding-tflite-version-needless-advice = مع محوِّل يكتب أدنى نسخة، تحمّل بيئات التشغيل الأقدم النموذج أيضًا.

finding-tflite-min-runtime = تذكر البيانات الوصفية أن ⁦TensorFlow { $promised }⁩ يكفي (min_runtime_version)، لكن الإصدارات قبل { $first } ترفض النموذج: { $ops }.
finding-tflite-min-runtime-advice = اشترط { $first } أو أحدث. تكتب بعض المحوِّلات min_runtime_version خاطئة، ولا تتحقق منها أي بيئة تشغيل.
finding-checkpoint-iterator-state = { $key } هي حالة مكرِّر مجموعة بيانات ({ $dtype }). قد يرفض إصدار الحالة التي حفظها إصدار آخر: يرفض 2.15.1 و 2.21.0 حالة 2.4، ويرفض 2.5.3 حالات الإصدارات الأحدث.
finding-checkpoint-iterator-state-advice = اترك المكرِّر خارج tf.train.Checkpoint حين يستعيد إصدار آخر؛ عندئذٍ تُستعاد كل المتغيرات.
finding-graph-default-attrs = { $count ->
    [one] سمة واحدة لها قيمتها الافتراضية، والإصدارات التي لا تعرفها ترفض الرسم البياني: { $attrs }.
    [two] سمتان لهما قيمتاهما الافتراضيتان، والإصدارات التي لا تعرفهما ترفض الرسم البياني: { $attrs }.
    [few] { $count } سمات لها قيمها الافتراضية، والإصدارات التي لا تعرفها ترفض الرسم البياني: { $attrs }.
    [many] { $count } سمة لها قيمها الافتراضية، والإصدارات التي لا تعرفها ترفض الرسم البياني: { $attrs }.
   *[other] { $count } سمة لها قيمها الافتراضية، والإصدارات التي لا تعرفها ترفض الرسم البياني: { $attrs }.
}
finding-graph-default-attrs-advice = صدّر مرة أخرى مع strip_default_attrs=True. لا يضيع شيء، وتحمّل الرسم البياني عندئذٍ الإصدارات من { $first } إلى { $last } التي ترفضه الآن.
finding-graph-forward-promise = لا ضمان للإصدارات قبل { $promised } بشأن رسوم بيانية لها producer { $producer }؛ و{ $oldest } هو أقدم إصدار يحمّل هذا.
finding-graph-forward-promise-advice = اختبر النتائج على أقدم إصدار تستخدمه: قد تسلك عملية هناك سلوكًا مختلفًا.

finding-checkpoint-members-missing = { $count ->
    [one] يسرد ملف الحالة نقطة تفتيش ليست بجانبه: { $names }.
    [two] يسرد ملف الحالة نقطتي تفتيش ليستا بجانبه: { $names }.
    [few] يسرد ملف الحالة { $count } نقاط تفتيش ليست بجانبه: { $names }.
    [many] يسرد ملف الحالة { $count } نقطة تفتيش ليست بجانبه: { $names }.
   *[other] يسرد ملف الحالة { $count } نقطة تفتيش ليست بجانبه: { $names }.
}
finding-checkpoint-members-missing-advice = ما دامت الأحدث مفقودة، تُرجع tf.train.latest_checkpoint القيمة None. انسخ الملفات المفقودة إلى هنا، أو استعد نقطة تفتيش موجودة هنا بذكر بادئتها.
