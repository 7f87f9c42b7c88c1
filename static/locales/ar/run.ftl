# Running a model.

run-start = تشغيل
run-backend = على
run-backend-simd = CPU (SIMD)
run-backend-gpu = GPU (WebGPU)
run-backend-reference = الأنوية المرجعية (بطيئة)
run-invocations = المرات
run-repeat-auto = حتى 10 في الثانية
run-keeps-state = يحتفظ هذا النموذج بحالة بين مرات التشغيل. يُشغَّل مرة واحدة دون إحماء، ما لم تختر عددًا.
run-signature = التوقيع
run-main-graph = الرسم البياني الرئيسي
run-idle = يُجلب المحرك حين تضغط «تشغيل». يبقى النموذج في هذا المتصفح.
run-building = ما زال `cargo xtask serve` يبني المحرك. كل ما عدا ذلك يعمل؛ يبدأ التشغيل عند اكتمال البناء.
run-loading = يجري تجهيز النموذج
run-running = يجري التشغيل
run-progress = العقد: { $done } من { $total }
run-progress-loop =
    { $rounds ->
        [one] العقد: { $done } من { $total }، دورة واحدة من حلقة
        [two] العقد: { $done } من { $total }، دورتان من حلقة
        [few] العقد: { $done } من { $total }، { $rounds } دورات من حلقة
        [many] العقد: { $done } من { $total }، { $rounds } دورة من حلقة
       *[other] العقد: { $done } من { $total }، { $rounds } دورة من حلقة
    }

run-col-input = المدخل
run-col-values = القيم
run-zeros = أصفار
run-random = عشوائية
run-made-up =
    { $kind ->
        [random] تشغيل تجريبي بمدخلات عشوائية: لا معنى للمخرجات والتسميات أدناه.
       *[zeros] تشغيل تجريبي بأصفار: لا معنى للمخرجات والتسميات أدناه.
    }
run-made-up-hint = اختر ملفًا أو صورة أو اكتب قيمًا أعلاه للحصول على نتيجة حقيقية.
run-data-file = ملف
run-image-or-file = صورة أو ملف
run-text = نص
run-typed = مكتوبة
run-text-one = نص هذا المدخل
run-text-lines = سلسلة نصية في كل سطر
run-text-numbers = أعداد تفصل بينها فواصل أو مسافات أو أسطر
run-seed = البذرة
run-file = الملف
run-choose-file = اختيار…
run-drop-file = أو أفلت ملفًا هنا
run-drop-image = أو أفلت صورة أو الصقها هنا
run-paste = لصق
run-pasted = صورة ملصقة
run-camera = الكاميرا
run-camera-view = صورة الكاميرا
run-camera-take = التقاط صورة
run-camera-picture = صورة من الكاميرا
run-proportions = صور بنسب أبعاد أخرى
run-stretch = مطّ
run-crop = اقتصاص من الوسط
run-from-metadata = من بيانات النموذج الوصفية
run-normalisation = تحويل قيم القنوات (من 0 إلى 255) إلى قيم النموذج
run-mean = المتوسط
run-std = المقسوم عليه

run-took =
    { $count ->
        [one] { $ms } ملي ثانية على { $module }
        [two] الوسيط { $ms } ملي ثانية من مرتي تشغيل على { $module }
        [few] الوسيط { $ms } ملي ثانية من { $count } مرات تشغيل على { $module }
        [many] الوسيط { $ms } ملي ثانية من { $count } مرة تشغيل على { $module }
       *[other] الوسيط { $ms } ملي ثانية من { $count } مرة تشغيل على { $module }
    }
run-threads =
    { $count ->
        [one] خيط واحد
        [two] خيطان
        [few] { $count } خيوط
        [many] { $count } خيطًا
       *[other] { $count } خيط
    }
run-took-cold = المرة الأولى محتسبة: إنها أبطأ مما يليها.
run-took-warm =
    { $count ->
        [one] مرة إحماء واحدة غير محتسبة.
        [two] مرتا إحماء غير محتسبتين.
        [few] { $count } مرات إحماء غير محتسبة.
        [many] { $count } مرة إحماء غير محتسبة.
       *[other] { $count } مرة إحماء غير محتسبة.
    }
run-said =
    { $count ->
        [one] اكتمل التشغيل: { $ms } ملي ثانية.
        [two] اكتملت مرتا تشغيل: الوسيط { $ms } ملي ثانية.
        [few] اكتملت { $count } مرات تشغيل: الوسيط { $ms } ملي ثانية.
        [many] اكتملت { $count } مرة تشغيل: الوسيط { $ms } ملي ثانية.
       *[other] اكتملت { $count } مرة تشغيل: الوسيط { $ms } ملي ثانية.
    }
run-said-top = أكبر قيمة في { $output }: { $name }، { $value }.
run-profile = تحليل الأزمنة
run-on-graph = عرض على الرسم البياني
run-no-profile = لا تستطيع GPU هذه قياس العمليات المفردة.
run-col-op = العملية
run-col-nodes = العقد
run-col-ms = ملي ث لكل تشغيل
run-col-node = العقدة
run-col-kernel = النواة
run-by-node =
    { $count ->
        [one] عقدة واحدة
        [two] عقدتان، كل على حدة
        [few] { $count } عقد، كل على حدة
        [many] { $count } عقدة، كل على حدة
       *[other] { $count } عقدة، كل على حدة
    }
run-more-nodes = و{ $count } غيرها
run-col-index = الفهرس
run-col-value = القيمة
run-col-label = التسمية
run-labels = التسميات…
run-labels-file = ملف فيه تسميات، واحدة في كل سطر؛ يمكن أيضًا إفلاته هنا
run-labels-differ =
    { $labels ->
        [one] تسمية واحدة
        [two] تسميتان
        [few] { $labels } تسميات
        [many] { $labels } تسمية
       *[other] { $labels } تسمية
    } وعدد الأصناف { $classes }: قد تقع التسميات على أصناف خاطئة.
run-show = شكل العرض
run-as-image = صورة
run-as-mask = قناع
run-image-of = { $name } صورةً
run-mask-of = { $name } قناعًا: الصنف ذو القيمة الأكبر عند كل بكسل
run-black = أسود
run-white = أبيض
run-no-picture = لا يمكن رسم قيم هذا المخرج.
run-warmup = الإحماء
run-median = الوسيط
run-p90 = p90
run-histogram = أزمنة التشغيل ({ $count }) من { $min } إلى { $max } ملي ثانية
run-copy-report = نسخ التقرير
run-beside = مقارنة بواجهة خلفية أخرى
run-compare-with = مقارنة مع
run-col-output = المخرج
run-col-different = القيم المختلفة
run-different = { $different } من { $count }
run-col-absolute = أكبر فرق
run-col-relative = النسبي
run-col-where = الموضع
run-equal = متساوية
run-no-numbers = ليس في المخرجات أعداد للمقارنة.
run-beside-note = المدخلات نفسها على الجانبين. «النسبي» منسوب إلى أكبر قيمة في المخرج؛ تُقارن القيم المكمَّمة كما هي مخزنة.
run-layers = خطأ التكميم بحسب الطبقة
run-layers-start = مقارنة بالعائم
run-layers-what = يشغّل المدخلات نفسها مرتين أخريين على CPU: كما في الملف، وبقيم عائمة مع الأوزان نفسها بعد إلغاء تكميمها.
run-layers-note = تتراكم الأخطاء من طبقة إلى طبقة، كما في الاستخدام. الخطوة هي مقياس الموتر؛ و«النسبي» هو خطأ RMS مقسومًا على RMS القيم العائمة.
run-layers-none = لا طبقة في هذا النموذج تعطي أعدادًا حقيقية.
run-layers-order = الترتيب بحسب
run-layers-by-relative = الخطأ النسبي
run-layers-by-steps = أكبر خطأ بالخطوات
run-layers-by-graph = ترتيب الرسم البياني
run-results = مقارنة ببيئة تشغيل أخرى
run-results-what = نتائج حسبتها بيئة تشغيل أخرى من المدخلات نفسها، بصيغة { ".npy" } أو { ".npz" }. ومع موتراتها الوسيطة، بالاسم أو الفهرس، يُذكر أول عملية تختلف.
run-results-files = النتائج…
run-results-files-label = ملفات فيها نتائج بيئة تشغيل أخرى؛ ويمكن إفلاتها هنا أيضًا
run-results-half = تحسب بـ float16
run-results-start = مقارنة
run-results-differs = مختلف
run-results-agrees = متفق
run-results-note = تُحسب كل نتيجة بالأنوية المرجعية من قيم البيئة الأخرى للموترات التي قبلها.
run-results-passed =
    { $count ->
        [one] قورن موتر واحد من البيئة الأخرى بالأنوية المرجعية؛ وهو متفق معها.
        [two] قورن موتران من البيئة الأخرى بالأنوية المرجعية؛ وهما متفقان معها.
        [few] قورنت { $count } موترات من البيئة الأخرى بالأنوية المرجعية؛ وكلها متفقة معها.
        [many] قورن { $count } موترًا من البيئة الأخرى بالأنوية المرجعية؛ وكلها متفقة معها.
       *[other] قورن { $count } موتر من البيئة الأخرى بالأنوية المرجعية؛ وكلها متفقة معها.
    }
run-results-failed =
    { $count ->
        [one] قورن موتر واحد من البيئة الأخرى بالأنوية المرجعية؛ المختلف: { $differing }.
        [two] قورن موتران من البيئة الأخرى بالأنوية المرجعية؛ المختلف أكثر من المسموح: { $differing }.
        [few] قورنت { $count } موترات من البيئة الأخرى بالأنوية المرجعية؛ المختلف أكثر من المسموح: { $differing }.
        [many] قورن { $count } موترًا من البيئة الأخرى بالأنوية المرجعية؛ المختلف أكثر من المسموح: { $differing }.
       *[other] قورن { $count } موتر من البيئة الأخرى بالأنوية المرجعية؛ المختلف أكثر من المسموح: { $differing }.
    }
run-results-first = أول فرق: { $op } في العقدة { $node }، الموتر { $name }: القيمة { $own } هنا و{ $other } في البيئة الأخرى عند العنصر { $element }. الفرق { $absolute }؛ والمسموح { $allowed }.
run-results-first-shape = أول فرق: { $op } في العقدة { $node }، الموتر { $name }: { $reason }
run-results-closest = الأقرب إلى حده: { $op } في العقدة { $node }، الموتر { $name }، بفرق { $absolute }؛ والمسموح { $allowed }.
run-results-since = السبب إحدى العمليات من { $since } إلى { $node }. أعطِ الموترات التي بينها لتحديدها.
run-results-inputs = كان في أحد المدخلات هنا أصفار أو قيم عشوائية. أعطِ مدخلات البيئة الأخرى، كمدخلات أو في ملف { ".npz" } نفسه.
run-results-many = تختلف معظم الموترات. لا يُبقي مفسّر TensorFlow Lite الموترات الوسيطة إلا مع experimental_preserve_all_tensors وبلا مفوَّضين.
run-results-skipped = لم تُقارن ({ $count }): { $reason } { $names }
run-col-allowed = المسموح
run-col-own = هنا
run-col-other = البيئة الأخرى
run-col-tensor = الموتر
run-col-steps = الأكبر بالخطوات
run-col-largest = أكبر خطأ
run-col-rms = خطأ RMS
run-report-model = النموذج
run-report-browser = المتصفح
run-backend-name = الواجهة الخلفية
run-min = الأدنى
run-max = الأقصى
run-mean-value = المتوسط
run-first-values = القيم الأولى
run-first-strings = السلاسل النصية الأولى
run-save-npy = حفظ { ".npy" }
run-save-json = حفظ { ".json" }
run-not-finite =
    { $count ->
        [one] قيمة واحدة NaN أو لانهائية (منها { $nan } NaN)
        [two] قيمتان NaN أو لانهائيتان (منهما { $nan } NaN)
        [few] { $count } قيم NaN أو لانهائية (منها { $nan } NaN)
        [many] { $count } قيمة NaN أو لانهائية (منها { $nan } NaN)
       *[other] { $count } قيمة NaN أو لانهائية (منها { $nan } NaN)
    }
run-at-node = عند العقدة { $index } من الرسم البياني الفرعي { $graph }

error-engine-worker-missing = لم يشغّل المتصفح المحرك.
error-engine-worker-missing-advice = أعد تحميل الصفحة. قد تمنع النوافذ الخاصة والإعدادات المشددة تشغيل workers.
error-engine-stopped = توقف المحرك فجأة: { $text }
error-engine-stopped-advice = ملفك لم يتغير. اضغط «تشغيل» لتشغيل المحرك مرة أخرى.
error-run-no-cpu-kernels = تعذر جلب أنوية CPU التي تحتاج إليها بعض العقد.
error-run-no-cpu-kernels-advice = تحقق من الاتصال واضغط «تشغيل» مرة أخرى.
error-run-no-model = لم يُحمَّل نموذج.
error-run-no-model-advice = اضغط «تشغيل» مرة أخرى.
error-run-too-many-inputs = عدد المدخلات المعطاة { $given }؛ وفي النموذج { $count }.
error-run-too-many-inputs-advice = استبعد بعضها: المدخلات غير المعطاة أصفار.
error-run-threads = لا يبدأ النظام { $count } خيطًا: { $detail }
error-run-threads-advice = أعطِ --threads عددًا أصغر.
error-run-no-such-backend = لا توجد واجهة خلفية بهذا الاسم.
error-run-no-such-backend-advice = اختر simd أو reference أو gpu.
error-run-input-missing = لم يُختر ملف لأحد المدخلات.
error-run-input-missing-advice = اختر ملفًا، أو اختر أصفارًا أو قيمًا عشوائية.
error-run-input-dtype = يأخذ المدخل { $input } ({ $name }) النوع { $dtype }؛ وفي الملف { $given }.
error-run-input-dtype-advice = حوّل المصفوفة إلى { $dtype } واحفظها مرة أخرى.
error-run-file-unknown = صيغة الملف { $file } للمدخل { $name } غير معروفة.
error-run-file-unknown-advice = أعطِ { ".npy" } أو { ".npz" } أو { ".csv" } أو { ".json" } أو { ".txt" }؛ وللصور أيضًا PNG أو JPEG.
error-run-file-shape = يأخذ المدخل { $name } الشكل { $wanted }، أي { $count } من القيم؛ وأُعطي { $given }.
error-run-file-shape-advice = أعطِ هذا العدد من القيم. للتشغيل بشكل آخر، اكتبه قوائم متداخلة في JSON، أو احفظه بصيغة { ".npy" }.
error-run-file-no-member = في الملف عدة قوائم وليس بينها { $name }. فيه: { $known }.
error-run-file-no-member-advice = سمِّ القائمة الصحيحة { $name }.
error-run-file-not-a-number = السطر { $line }، العمود { $column }: { $text } ليس عددًا، والمدخل { $name } يأخذ { $dtype }.
error-run-file-not-a-number-advice = اكتب الأعداد بنقطة عشرية، مثل 0.5 أو 1e-3.
error-run-file-not-whole = السطر { $line }، العمود { $column }: { $text } ليس عددًا صحيحًا، والمدخل { $name } يأخذ { $dtype }.
error-run-file-not-whole-advice = أعطِ القيم التي يخزنها الموتر. للموتر المكمَّم: القيمة الحقيقية مقسومة على المقياس، مقرّبة، مضافًا إليها نقطة الصفر.
error-run-file-out-of-range = السطر { $line }، العمود { $column }: { $text } خارج مدى { $dtype } للمدخل { $name }.
error-run-file-out-of-range-advice = أعطِ القيم التي يخزنها الموتر.
error-run-file-not-a-bool = السطر { $line }، العمود { $column }: { $text } ليس true ولا false.
error-run-file-not-a-bool-advice = اكتب true و false، أو 1 و 0.
error-run-file-type = المدخل { $name } من النوع { $dtype }، ولا يمكن إعطاؤه نصًا.
error-run-file-type-advice = احفظ القيم في ملف { ".npy" }.
error-array-ragged = السطر { $line }، العمود { $column }: هذا الصف أطول أو أقصر مما قبله، فلا شكل لقيم { $name }.
error-array-ragged-advice = اجعل كل الصفوف متساوية الطول.
error-array-not-json = السطر { $line }، العمود { $column }: نص { $name } ليس قائمة أعداد أو سلاسل نصية بصيغة JSON.
error-array-not-json-advice = اكتب { "[[1, 2], [3, 4]]" }، أو كائنًا فيه قائمة كهذه لكل مدخل باسمه.
error-array-open-quote = السطر { $line }، العمود { $column }: علامة اقتباس غير مغلقة، أو يتبعها شيء دون فاصل.
error-array-open-quote-advice = أغلقها؛ واكتبها مرتين داخل الاقتباس.
error-array-empty = لا قيم للمدخل { $name }.
error-array-empty-advice = أعطِ صفًا واحدًا على الأقل.
error-run-input-has-no-size = المدخل { $input } ({ $name }) من النوع { $dtype }، وليس له حجم ثابت.
error-run-input-has-no-size-advice = لا يمكن ملء مدخلات كهذه بعد.
error-run-input-not-random = المدخل { $input } ({ $name }) من النوع { $dtype }، ولا يمكن أن يكون عشوائيًا.
error-run-input-not-random-advice = اختر أصفارًا أو ملفًا أو قيمًا مكتوبة.
error-run-input-not-an-image = لا يأخذ المدخل { $name } صورة.
error-run-input-not-an-image-advice = تحتاج الصورة إلى الشكل { "[1, height, width, channels]" } مع قناة واحدة أو 3 أو 4 قنوات ونوع عددي.
error-run-image-unreadable = تعذر على المتصفح فك ترميز الصورة للمدخل { $name }.
error-run-image-unreadable-advice = جرّب PNG أو JPEG.
error-run-not-quantized = لا شيء مكمَّم في هذا النموذج.
error-run-not-quantized-advice = أعطِ النموذج المكمَّم؛ ليس في النموذج العائم خطأ كهذا.
error-run-quantization-packed = الأوزان { $name } معبأة بصيغة int4، ولا يمكن تحويلها إلى قيم عائمة بعد.
error-run-quantization-packed-advice = لا يتأثر التشغيل نفسه.
error-run-quantization-subgraphs = يشغّل هذا النموذج رسومًا بيانية فرعية، ولا يمكن تحويلها إلى قيم عائمة بعد.
error-run-quantization-subgraphs-advice = لا يتأثر التشغيل نفسه.
error-run-labels-no-text = ليس في هذا الملف تسميات.
error-run-labels-no-text-advice = التسميات نص UTF-8، واحدة في كل سطر، بترتيب الأصناف.
error-run-results-unknown = لا موتر في هذا النموذج بهذا الاسم.
error-run-results-constant = هذا الموتر ثابت في النموذج.
error-run-results-other-constant = في النموذج قيم أخرى لهذا الثابت: النتائج لنموذج آخر.
error-run-results-not-computed = لا عملية في هذا التشغيل تحسب هذا الموتر.
error-run-results-type = لا يمكن مقارنة قيم { $given } بقيم { $wanted }.
error-run-results-shape = الشكل { $given } بدلًا من { $wanted }.
error-run-results-no-tensor = ليس في هذا النموذج مخرج أو موتر باسم { $name }.
error-run-results-no-tensor-advice = مخرجاته: { $known }.
error-run-results-which = لا يسمّي الملف { $file } أيًّا من مخرجات هذا النموذج.
error-run-results-which-advice = سمِّ الملف باسم أحد المخرجات أو بموضعه، أو استخدم ملف { ".npz" } بمصفوفات مسماة. المخرجات: { $known }.
error-run-results-none = لا تخص أي مصفوفة موترًا في هذا النموذج: { $given }.
error-run-results-none-advice = سمِّ المصفوفات بأسماء الموترات أو بفهارسها. المخرجات: { $known }.
error-run-results-nothing = لا مصفوفة منها نتيجة لهذا التشغيل.
error-run-results-nothing-advice = أعطِ مخرجات أو موترات وسيطة، لا المدخلات وحدها.
error-run-normalisation-numbers = المتوسط والمقسوم عليه للمدخل { $name } عدد واحد، أو عدد لكل قناة تفصل بينها فواصل؛ والمقسوم عليه لا يكون 0.
error-run-clipboard-refused = لم يسمح المتصفح للصفحة بقراءة الحافظة.
error-run-clipboard-refused-advice = اسمح بذلك، أو اضغط { "Ctrl+V" } (أو { "⌘V" }) فهو لا يحتاج إلى إذن.
error-run-clipboard-empty = ليس في الحافظة صورة.
error-run-clipboard-empty-advice = انسخ صورة، لا عنوانها ولا ملفها، وحاول مرة أخرى.
error-run-camera-refused = تعذر على المتصفح فتح كاميرا.
error-run-camera-refused-advice = اسمح لهذه الصفحة باستخدام الكاميرا وأغلق البرامج الأخرى التي تستخدمها؛ أو اختر ملفًا.
error-gpu-not-built = ليس في هذا البناء مسار GPU.
error-gpu-not-built-advice = ابنِ مع الميزة gpu، أو اختر واجهة خلفية أخرى.
error-run-gpu-fixed-shape = على GPU يحتفظ المدخل { $input } بشكله في الملف، { $wanted }.
error-run-gpu-fixed-shape-advice = اختر CPU للتشغيل بشكل آخر.
error-run-input-form = اكتب المدخلات بالشكل { "NAME_OR_POSITION=FILE" }؛ هذا { $given }.
error-run-input-form-advice = اكتب مثلاً { "--input 0=image.npy" }.
error-run-no-such-input = ليس في النموذج مدخل اسمه { $name }. مدخلاته: { $known }.
error-run-no-such-input-advice = استخدم أحد هذه الأسماء، أو الموضع ابتداءً من 0.
error-run-output-unwritable = تعذرت كتابة { $path }: { $reason }.
error-run-output-unwritable-advice = اختر مجلدًا آخر بالخيار { "--output" }.
error-run-output-no-npy = المخرج { $position } من النوع { $dtype }، ولا يتسع له ملف { ".npy" }.
error-run-output-no-npy-advice = كُتبت المخرجات الأخرى.
error-run-outputs-too-large = ستشغل المخرجات { $size } بايت؛ والحد { $limit } بايت.
error-run-outputs-too-large-advice = استخدم مدخلات أصغر. يمكن رفع الحد في سطر الأوامر: { "vintage run --limit working_bytes=BYTES" }.
error-run-no-model-inside = ليس في { $file } نموذج TFLite.
error-run-no-model-inside-advice = أعطِ ملف { ".tflite" }، أو أرشيفًا أو مجلدًا فيه واحد. لا يمكن تشغيل إلا نماذج TFLite.
error-run-several-models = في { $file } عدة نماذج TFLite: { $known }.
error-run-several-models-advice = سمِّ واحدًا منها بالخيار { "--member" }.
error-run-no-such-member = ليس في { $file } نموذج TFLite اسمه { $member }. فيه: { $known }.
error-run-no-such-member-advice = استخدم أحد هذه الأسماء مع { "--member" }.
error-run-timeout = لم ينته التشغيل خلال المهلة ({ $seconds } ث).
error-run-timeout-advice = اسمح بوقت أطول.
error-run-too-many-rounds = لم تنته حلقة في النموذج بعد بلوغ حد الدورات ({ $limit }).
error-run-too-many-rounds-advice = اسمح بالمزيد بالخيار { "--max-rounds" }، أو أعطِ مدخلات تنتهي معها الحلقة.
error-run-interrupted = قُطع التشغيل.
error-run-interrupted-advice = لم يُكتب أي مخرج.

# The CLI's own: advice where the page's differs, and lines that the page shows in another way.
cli-advice-engine-constants-too-large = على جهاز بذاكرة أكبر، ارفع الحد: { "--limit structure_bytes=BYTES --limit value_bytes=BYTES" }.
cli-advice-engine-tensor-too-large = استخدم مدخلات أصغر، أو ارفع الحد على جهاز بذاكرة أكبر: { "--limit working_bytes=BYTES" }.
cli-advice-engine-arena-too-large = استخدم مدخلات أصغر، أو ارفع الحد على جهاز بذاكرة أكبر: { "--limit working_bytes=BYTES" }.
cli-advice-engine-scratch-too-large = استخدم مدخلات أصغر، أو ارفع الحد على جهاز بذاكرة أكبر: { "--limit working_bytes=BYTES" }.
cli-advice-run-timeout = اسمح بمهلة أطول بالخيار { "--timeout" }.
cli-advice-run-outputs-too-large = استخدم مدخلات أصغر، أو ارفع الحد على جهاز بذاكرة أكبر: { "--limit working_bytes=BYTES" }.
cli-run-cold = مع احتساب المرة الأولى، وهي أبطأ؛ يستبعدها { "--warmup 1" }
cli-run-not-finite = { $name }: { $count } من { $all } قيمة غير منتهية ({ $nan } NaN، و{ $infinite } لانهائية)
