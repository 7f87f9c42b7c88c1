# Delegates and other runtimes for a TFLite model: the Delegates view and `vintage delegates`.

delegate-gpu-check = فحص GPU الرسمي
delegate-gpu = مفوَّض GPU
delegate-xnnpack = XNNPACK
delegate-nnapi = NNAPI
delegate-coreml = Core ML
delegate-hexagon = Hexagon
delegate-micro = TensorFlow Lite Micro
delegate-edgetpu-compiler-16 = Edge TPU Compiler 16.0

delegate-verdict-all = يقبل كل العقد
delegate-verdict-may = قد يقبل كل العقد
delegate-verdict-part = يقبل بعض العقد
delegate-verdict-none = لا يقبل أي عقدة
delegate-verdict-refused = يرفض النموذج
delegate-verdict-unknown = غير معروف

delegate-takes-yes = نعم
delegate-takes-may = ربما
delegate-takes-no = لا
delegate-takes-unknown = غير معروف

delegates-of = العقد: { $taken } من { $nodes }
delegates-segments =
    { $count ->
        [zero] بلا مقاطع
        [one] مقطع واحد
        [two] مقطعان
        [few] { $count } مقاطع
        [many] { $count } مقطعًا
       *[other] { $count } مقطع
    }
delegates-by-default = افتراضيًا: { $nodes } من العقد
delegates-no-release = لا إصدار
delegates-resolver = العمليات المطلوب تسجيلها في TensorFlow Lite Micro
delegates-versions = خفض نسخ العمليات يدويًا
delegates-channels = حزم تتبع قناة

delegates-what = المفوَّضات وبيئات التشغيل الأخرى لهذا النموذج. تُفحص كل عقدة وفق القواعد المنشورة. الإجابة «ربما» حيث لم تُنشر بعض القواعد، و«غير معروف» حيث لم تُنشر أي قاعدة.
delegates-one-by-one = القواعد والمقاطع والعقد
delegates-nodes-all = { $nodes ->
    [zero] بلا عقد في النموذج
    [one] عقدة واحدة في النموذج
    [two] عقدتان في النموذج
    [few] { $nodes } عقد في النموذج
    [many] { $nodes } عقدة في النموذج
   *[other] { $nodes } عقدة في النموذج
}
delegates-count-yes = مقبولة: { $count }
delegates-count-may = قد تُقبل: { $count }
delegates-count-no = مرفوضة: { $count }
delegates-count-unknown = غير معروفة: { $count }
delegates-platform-any = أي جهاز
delegates-platform-of = الجهاز من أجل { $name }
delegates-platform-too-old = تحتاج بعض العمليات إلى جهاز أحدث.
delegates-no-nodes = ليس في النموذج عقد.
delegates-more-reasons = { $n ->
    [one] سبب آخر أدناه
    [two] سببان آخران أدناه
    [few] { $n } أسباب أخرى أدناه
    [many] { $n } سببًا آخر أدناه
   *[other] { $n } سبب آخر أدناه
}
delegates-open = عرض التفاصيل
delegates-about-gpu-check = فحص محلل TensorFlow Lite دون جهاز، بأحدث قواعده. منذ 2.18 لا يفحص المحلل المنشور شيئًا ويعدّ كل نموذج متوافقًا.
delegates-about-gpu = مفوَّض OpenCL و OpenGL: ما يقبله محلله اللغوي بحسب النسخة والأنواع والفحص الرسمي.
delegates-about-xnnpack = مفوَّض CPU المفعّل افتراضيًا.
delegates-about-micro = بيئة تشغيل للمتحكمات الدقيقة. تتجاهل نسخ العمليات، ولا يربط التطبيق إلا العمليات التي يسجّلها.
delegates-about-edgetpu-compiler-16 = أداة توقف تطويرها: ترفض النماذج التي فيها نسخ أحدث من عملية. لا يُعرف إلا ما شوهدت ترفضه من نسخ العمليات.
delegates-source = المصدر:
delegates-says = يطبع:
delegates-most =
    { $count ->
        [one] افتراضيًا لا يأخذ إلا أكبر مقطع.
        [two] افتراضيًا يأخذ أكبر مقطعين.
        [few] افتراضيًا يأخذ أكبر { $count } مقاطع.
        [many] افتراضيًا يأخذ أكبر { $count } مقطعًا.
       *[other] افتراضيًا يأخذ أكبر { $count } مقطع.
    }
delegates-least = تبقى على CPU المقاطع التي عدد عقدها أقل من { $count }.
delegates-breaks =
    { $count ->
        [one] عقدة واحدة على CPU تفصل بين المقاطع.
        [two] عقدتان على CPU تفصلان بين المقاطع.
        [few] { $count } عقد على CPU تفصل بين المقاطع.
        [many] { $count } عقدة على CPU تفصل بين المقاطع.
       *[other] { $count } عقدة على CPU تفصل بين المقاطع.
    }
delegates-on-delegate = المفوَّض
delegates-on-small = CPU افتراضيًا
delegates-on-cpu = CPU
delegates-versions-what = تعديل نسخة عملية في الملف يغيّر بيئات التشغيل التي تقبل النموذج، لا نتائجه. وفق قواعد أحدث محوِّل:
delegates-channels-what = في هذه الحزم عمليات إصدار حكمه معروف.
delegates-col-on = تعمل على
delegates-col-nodes = العقد
delegates-col-engine = المفوَّض أو بيئة التشغيل
delegates-col-answer = الإجابة
delegates-col-platform = الجهاز
delegates-col-which = أيها
delegates-col-takes = يقبلها
delegates-col-op = العملية
delegates-col-why = السبب
delegates-col-lower = خفضها؟
delegates-col-package = الحزمة
delegates-col-loads = يُحمَّل في
delegates-col-newest = الأحدث
delegates-col-note = تعليق
copy-resolver = نسخ قائمة resolver

delegate-why-takes = تستوفي كل شرط.
delegate-why-folded = ثابت float16 يُلغى تكميمه مرة واحدة.
delegate-why-not-listed = لا يعرف هذه العملية.
delegate-why-not-registered = ليست عنده أي نسخة من هذه العملية.
delegate-why-unknown = أعلى نسخة يقبلها غير معروفة.
delegate-why-below-ceiling = أدنى من النسخة المعروف أنه يرفضها؛ لا يُعرف غير ذلك.
delegate-why-version-high = يقبل النسخ حتى { $bound }.
delegate-why-version-low = يقبل النسخ ابتداءً من { $bound }.
delegate-why-ceiling = توقف تطويره عند النسخة { $bound } من هذه العملية، ويرفض النموذج كله.
delegate-why-condition = يشترط:
delegate-why-type-in = أحد المدخلات { $found }؛ وهو يقبل { $types }.
delegate-why-type-out = أحد المخرجات { $found }؛ وهو يقبل { $types }.
delegate-why-rest-parse = بحسب العملية والنسخة والأنواع والفحص الرسمي؛ فحوص محلله اللغوي اللاحقة غير مدرجة.
delegate-why-rest-types-shapes-options = بحسب العملية والنسخة؛ شروطه على الأنواع والأشكال والخيارات غير مدرجة.
delegate-why-rest-variable-flag = فقط مع تفعيل عمليات المتغيرات في خياراته.
delegate-why-rest-named-accelerator = النسخة 3 فقط عند تسمية مسرّع؛ شروطه على الأنواع والأشكال والخيارات غير مدرجة.
delegate-why-rest-further = بحسب العملية والنسخة والنوع؛ شروطه الأخرى غير مدرجة.
delegate-why-rest-kernel-types = عنده هذه العملية ويتجاهل النسخ؛ يجب أن يسجّلها التطبيق. الأنواع التي تقبلها نواته غير مدرجة.

delegates-version-lower = لا يضيع شيء بالنسخة { $required }؛ تعمل ابتداءً من { $since }.
delegates-version-keep = اتركها: تفقد نسخة أدنى الميزة التي أضيفت هذه النسخة من أجلها.
delegates-version-too-low = هي أدنى من اللازم أصلاً: تحتاج هذه العقد إلى النسخة { $required }. قد تحمّل بيئة تشغيل أقدم النموذج وتُرجع نتائج خاطئة.
delegates-version-unsure = اتركها: تنشيطاتها بعرض 16 بت، والقواعد المعروفة لها ناقصة.
delegates-version-lowest = هي أدنى نسخة أصلاً.
delegates-version-unknown = لا تُعرف قاعدة لهذه العملية.

delegate-channel-moved-to-litert = أُوقفت؛ خليفتها com.google.ai.edge.litert:litert.
delegate-channel-litert-tags = تتبع وسوم إصدارات LiteRT.
delegate-channel-tfjs-newest = أحدث إصدار من هذه الحزمة: عملياته ونسخها هي عمليات TensorFlow 2.11.
delegate-channel-litertjs = تقبل عمليات ذلك الإصدار ونسخها. تحمّل العمليات المخصصة أيضًا، ثم تفشل هذه عند تشغيل النموذج.
delegate-channel-pods-skip = توجد pods حتى 2.14 وللإصدار 2.17؛ ولم تُنشر للإصدارين 2.15 و 2.16.

cli-no-model = ليس بين هذه الملفات نموذج TFLite.
cli-no-delegate = لا مفوَّض بهذا الاسم. المعروف: { $names }.

error-delegates-no-model = { $name } ليس نموذج TFLite.
error-delegates-no-model-advice = تقبل المفوَّضات نماذج TFLite. حوّله أولاً.

delegate-rule-activation = تنشيطها ليس SIGN_BIT.
delegate-rule-always = مقبولة دائمًا.
delegate-rule-an-input = لها مدخل.
delegate-rule-any-float-and-same = للمدخل والمخرج النوع نفسه: FLOAT16 أو FLOAT32 أو BFLOAT16.
delegate-rule-axes-constant = المدخل 1 ثابت من النوع INT32.
delegate-rule-beta = قيمة beta هي 1.
delegate-rule-bias-size = في الانحياز قيمة لكل قناة من المخرج.
delegate-rule-bitcast-larger = عناصر المخرج أكبر: للمدخل بُعد إضافي يملأ عنصرًا من المخرج.
delegate-rule-bitcast-same = العناصر بحجم واحد: الأشكال متساوية.
delegate-rule-bitcast-smaller = عناصر المخرج أصغر: للمخرج بُعد إضافي يملأ عنصرًا من المدخل.
delegate-rule-block-size = قيمة block_size أكبر من 1.
delegate-rule-broadcast = تُبث المدخلات ذات الرتب المختلفة: الأبعاد من اليمين متساوية أو 1.
delegate-rule-broadcast-dimensions = المدخل 1 متجه INT32 فيه قيمة لكل بُعد من المدخل 0.
delegate-rule-cast-types = تحوّل بين BOOL ونوع عائم، أو بين FLOAT32 و INT32.
delegate-rule-choices-constant = المدخلان 1 و 2 ذوا البعدين ثابتان.
delegate-rule-choices-shape = المدخلان 1 و 2 قيمتان مفردتان أو لهما شكل المخرج.
delegate-rule-clamp-bounds = لكل حد شكل المدخل 1، أو عنصر واحد.
delegate-rule-composite-attention = فقط العملية المركبة odml.scaled_dot_product_attention.
delegate-rule-condition-shape = يُبث شرطها إلى شكل المخرج.
delegate-rule-condition-type = شرطها من النوع BOOL أو FLOAT16 أو FLOAT32.
delegate-rule-convolution-inputs = لها مدخل أو مدخلان غير ثابتين، ولها أوزان ومخرج واحد.
delegate-rule-data-8-bit = لا مدخل عائمًا: النماذج المكمَّمة بعرض 8 بت فقط.
delegate-rule-data-float32 = مدخل بياناتها من النوع FLOAT32.
delegate-rule-depth-multiplier = عدد قنوات المخرج هو عدد قنوات المدخل مضروبًا في depth_multiplier.
delegate-rule-filter-channels = عدد قنوات المرشح كعدد قنوات المخرج.
delegate-rule-filter-size = للمرشح حجم.
delegate-rule-float-and-same = للمدخل والمخرج النوع العائم نفسه.
delegate-rule-four-inputs = لها أربعة مدخلات بالضبط ومخرج واحد.
delegate-rule-four-inputs-at-least = لها أربعة مدخلات على الأقل.
delegate-rule-indices-int32 = الفهارس من النوع INT32.
delegate-rule-indices-rank-1 = للفهارس بُعد واحد.
delegate-rule-indices-vector = المدخل 2 متجه INT32.
delegate-rule-inner-dimensions = يتفق المخرج والمدخل 1 في كل الأبعاد إلا الأول.
delegate-rule-input-int32 = المدخل 0 من النوع INT32.
delegate-rule-input-not-constant = المدخل 0 غير ثابت.
delegate-rule-input-rank-1 = للمدخل 0 بُعد واحد.
delegate-rule-inputs-rank-4 = لكلا المدخلين أربعة أبعاد والدفعة نفسها.
delegate-rule-keep-dimensions = مع keep_num_dims يتساوى عدد أبعاد المدخل والمخرج.
delegate-rule-lstm-basic = للنواة الأساسية ثلاثة مدخلات وثابتان وأربعة مخرجات، والتنشيط TANH بلا قصّ (clipping)، وذاكرتها المؤقتة من مضاعفات أربع قنوات.
delegate-rule-lstm-full = للنواة الكاملة 20 أو 24 مدخلاً، ومخرج واحد، والتنشيط TANH.
delegate-rule-masks = لا قناع ellipsis ولا قناع محور جديد ولا قناع تقليص محور.
delegate-rule-never = مدرجة، لكنها لا تُقبل أبدًا.
delegate-rule-no-runtime-input = كل المدخلات ثوابت، ولها مخرج واحد.
delegate-rule-not-int16 = مدخلها ليس INT16.
delegate-rule-not-sparse = ليست النسخة 8 ذات الأوزان المتناثرة.
delegate-rule-one-hot-axis = قيمة axis هي { "-1" }، أو تساوي حجم البُعد الأخير من المدخل 0.
delegate-rule-one-hot-shape = كل أبعاد المدخل 0 إلا الأخير (والدفعة إن كانت أربعة أبعاد أو أكثر) تساوي 1.
delegate-rule-one-hot-values = المدخلان 2 و 3 ثابتان FLOAT32 من عنصر واحد.
delegate-rule-one-input-one-output = لها مدخل واحد ومخرج واحد بالضبط.
delegate-rule-one-runtime-input = مدخل واحد غير ثابت، ولها مخرج واحد.
delegate-rule-one-runtime-no-constant = مدخلها الوحيد غير ثابت، ولها مخرج واحد.
delegate-rule-one-runtime-one-constant = مدخل ثابت ومدخل غير ثابت، ولها مخرج واحد.
delegate-rule-one-runtime-two-outputs = مدخل واحد غير ثابت، ولها مخرجان.
delegate-rule-options = لها خيارات.
delegate-rule-output-rank-of-values = عدد أبعاد المخرج كعدد أبعاد المدخل 1.
delegate-rule-paddings = شكل الحشو 3x2 أو 4x2.
delegate-rule-rank-3-or-4 = للمدخل 0 ثلاثة أبعاد أو أربعة.
delegate-rule-rank-4 = للمدخل والمرشح والمخرج أربعة أبعاد.
delegate-rule-rank-4-at-most = لا موتر بأكثر من أربعة أبعاد.
delegate-rule-raw-activation = تنشيطها ليس SIGN_BIT.
delegate-rule-raw-filter-strides = المرشح والخطوات أكبر من 0.
delegate-rule-raw-strides = الخطوات أكبر من 0.
delegate-rule-reflect = وضعها REFLECT.
delegate-rule-resize-corners = لا يُفعَّل align_corners و half_pixel_centers معًا.
delegate-rule-same-batch = للمدخل والمخرج الدفعة نفسها.
delegate-rule-same-rank = للمدخلين 0 و 1 عدد الأبعاد نفسه.
delegate-rule-same-type = للمدخلين 0 و 1 النوع نفسه.
delegate-rule-same-type-of-three = للمدخلات الثلاثة النوع نفسه.
delegate-rule-strides = الخطوات أكبر من 0.
delegate-rule-strides-dilations = الخطوات وقيم التمدد أكبر من 0.
delegate-rule-three-inputs = لها ثلاثة مدخلات بالضبط.
delegate-rule-three-inputs-at-least = لها ثلاثة مدخلات على الأقل.
delegate-rule-three-inputs-one-output = لها ثلاثة مدخلات بالضبط ومخرج واحد.
delegate-rule-three-runtime-inputs = مدخلاتها الثلاثة غير ثابتة، ولها مخرج واحد.
delegate-rule-two-inputs = لها مدخلان بالضبط.
delegate-rule-two-inputs-one-output = لها مدخلان بالضبط ومخرج واحد.
delegate-rule-two-operands = لها مدخلان، أحدهما ثابت على الأكثر، ومخرج واحد.
delegate-rule-two-runtime-inputs = مدخلان غير ثابتين، ولها مخرج واحد.
delegate-rule-two-runtime-inputs-at-most = مدخلان غير ثابتين على الأكثر.
delegate-rule-values-rank = للمدخل 1 بُعدان على الأقل.
delegate-rule-values-type = المدخل 1 من النوع INT8 أو INT4 أو INT2 أو FLOAT32.
delegate-rule-warp-channels = للمدخل 1 قناتان على الأقل.
delegate-rule-weights = لها أوزان.
delegate-rule-weights-format = لأوزانها الترتيب الافتراضي.
