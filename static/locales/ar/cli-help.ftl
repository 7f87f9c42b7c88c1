# مساعدة واجهة سطر الأوامر وأخطاء استخدامها.

# The synopsis has a line of its own, which runs from left to right.
cli-help-usage =
    الاستخدام:
    { $usage }
cli-help-commands = الأوامر
cli-help-arguments = الوسائط
cli-help-options = الخيارات
cli-help-exit-codes = رموز الخروج:
cli-help-default = [الافتراضي: { $values }]
cli-help-values = [القيم الممكنة: { $values }]

## Sections of the manual pages

cli-man-name = الاسم
cli-man-synopsis = الصيغة
cli-man-description = الوصف
cli-man-exit-codes = رموز الخروج
cli-man-version = النسخة

## Commands

cli-command-vintage = يعرض إصدارات TensorFlow وTensorFlow Lite التي تستطيع تحميل ملف، وسبب ذلك، والأخطاء التي تطبعها الإصدارات الأخرى
cli-command-inspect = عرض ملخص الملفات ومتطلباتها ونطاقات توافقها
cli-command-check = السؤال هل يحمّل إصدار معيّن الملفات
cli-command-window = عرض نطاقات توافق الملفات في صورة واحدة { "(SVG)" }، أو جدول Markdown، أو JSON
cli-command-badge = طباعة شارة { "(SVG)" } بالإصدارات التي تحمّل ملفًا، أو بنتيجته في إصدار واحد
cli-command-compare = مقارنة ملفين من نوع واحد حسب المعنى، مع نطاقي توافقهما
cli-command-delegates = سرد المفوَّضات والمحركات الأخرى التي تقبل نموذج TFLite، مع المقاطع والأسباب
cli-command-patch = تغيير إعدادات ملف Keras ليحمّله إصدار معيّن
cli-command-restore = محاكاة استعادة نقطة تفتيش في برنامج
cli-command-evolve = التخطيط لتغيير عملية: أي رسوم بيانية تُحمَّل في أي إصدارات، وأي قواعد تخالفها الخطة
cli-command-values = طباعة إحصاءات القيم المخزّنة: نقاط التفتيش، ومجلدات SavedModel، وأوزان نماذج TFLite
cli-command-verify = التحقق من المجاميع الاختبارية المخزّنة لكل القيم
cli-command-run = تشغيل نموذج
cli-command-schema = طباعة JSON Schema لمخرجات { "inspect --json" }
cli-command-completions = طباعة سكربت يكمل الأوامر والخيارات في صدفة
cli-command-man = طباعة صفحة دليل البرنامج أو أحد أوامره
cli-command-help = طباعة مساعدة البرنامج أو أحد أوامره

## Arguments of several commands

cli-option-paths = ملفات أو مجلدات أو أرشيفات أو بادئات نقاط تفتيش؛ «{ "-" }» هو الإدخال القياسي
cli-option-limits = رفع أحد حدود القراءة أو خفضه، مثل value_bytes=8000000000؛ انظر docs/limits.md
cli-option-json = طباعة JSON بدل النص
cli-option-quiet = طباعة الأخطاء فقط: الجواب هو رمز الخروج
cli-option-lang = لغة المخرجات؛ افتراضيًا لغة البيئة { "(LC_ALL, LC_MESSAGES, LANG)" }، والإنجليزية في JSON
cli-option-help = طباعة المساعدة
cli-option-version = طباعة نسخة البرنامج
cli-option-action = الإجراء، كما في check. الافتراضي: الإجراء المعتاد للنوع
cli-option-command = أمر من أوامر البرنامج، مثل check

## Arguments of one command

cli-option-inspect-json = طباعة تقرير JSON المرقّم النسخة بدل النص
cli-option-inspect-values = قراءة قيم المتغيرات أيضًا: أول 8 قيم من كل متغير ومجموعه
cli-option-inspect-details = مع { "--json" }: طباعة تفاصيل أخرى أيضًا، مثل الموترات، والعمليات بخياراتها، والدوال، والأجزاء
cli-option-inspect-sarif = طباعة SARIF 2.1.0 لفحص الكود: نتيجة لكل ملاحظة وخطأ ومتطلب حاسم
cli-option-inspect-target = مع { "--sarif" }: الإصدار الذي يجب أن يحمّل الملفات؛ كل ما يرفضه خطأ
cli-option-inspect-action = مع { "--sarif" }: الإجراء الذي يجب أن ينجح، كما في check
cli-option-inspect-docs = مع { "--sarif" }: العنوان الذي نُشر فيه { "dist/" }؛ مساعدة كل قاعدة ترتبط بتوثيقها

cli-option-check-all_of = فحص الأهداف والملفات المذكورة في ملف TOML؛ انظر docs/ci.md. جدول واحد، وأسوأ رمز خروج
cli-option-check-target = الإصدار الذي يجب أن يحمّلها، مثل tensorflow@2.15.1، أو ai-edge-litert@2.3.0، أو tf@2.15 (أحدث إصداراته التصحيحية)، أو litert@latest؛ وبلا قناة يكون من tensorflow
cli-option-check-action = الإجراء: restore أو read (نقاط التفتيش)، load أو v1-loader أو keras (مجلدات SavedModel)، default-delegates أو builtin-ops أو mediapipe-ops (ملفات TFLite)، load-model أو load-weights (ملفات Keras). الافتراضي: الإجراء المعتاد للنوع

cli-option-window-target = تعليم إصدار وذكر نتيجته، مثل tensorflow@2.15.1 أو litert@latest
cli-option-window-svg = طباعة SVG واحد لكل الملفات، فاتح وداكن، بلا سكربتات
cli-option-window-json = طباعة JSON: نتائج كل الإصدارات، وتواريخها، ونطاقات الإصدارات التي تحمّل
cli-option-window-markdown = طباعة جدول Markdown

cli-option-badge-target = عرض النتيجة في هذا الإصدار، مثل tensorflow@2.15.1؛ ومن دونه الإصدارات التي تحمّل الملف
cli-option-badge-channel = القناة التي تُعرض إصداراتها. الافتراضي: أول قناة لها نطاق توافق
cli-option-badge-markdown = طباعة سطر Markdown يعرض الشارة المنشورة في { "--url" } مع نصها البديل، بدل SVG
cli-option-badge-url = العنوان الذي سيُنشر فيه SVG

cli-option-compare-a = الملف الأول، أو المجلد، أو ملف zip، أو بادئة نقطة تفتيش
cli-option-compare-b = الثاني
cli-option-compare-no_values = عدم قراءة القيم المخزّنة: مقارنة كل ما عداها فقط
cli-option-compare-close = عدّ القيم المتقاربة متساوية
cli-option-compare-relative = التفاوت النسبي المسموح به للقيم المتقاربة: نسبة من العدد الثاني
cli-option-compare-absolute = التفاوت المطلق المسموح به للقيم المتقاربة
cli-option-compare-all = سرد كل شيء كاملاً، ومنه القيم المتساوية

cli-option-delegates-only = هذا وحده، مثل gpu أو xnnpack أو micro؛ وهو يحدد رمز الخروج

cli-option-patch-target = الإصدار الذي يجب أن يحمّله، مثل keras@3.15.1 أو tensorflow@2.15.1
cli-option-patch-out = ملف النسخة المعدّلة؛ ومن دونه تُسرد التغييرات فقط
cli-option-patch-config = ملف للإعدادات المعدّلة وحدها
cli-option-patch-lossy = كتابة النسخة حتى إن فُقد شيء
cli-option-patch-force = الكتابة حتى فوق الملف المقروء

cli-option-restore-into = كائنات البرنامج: نقطة تفتيش أخرى أو SavedModel
cli-option-restore-only = كائنات نقطة التفتيش الموجودة في البرنامج، بمساراتها من أسماء الأبناء، مثل net/l1/bias
cli-option-restore-names = ملف فيه أسماء متغيرات البرنامج، اسم في كل سطر
cli-option-restore-assert = الشرط الذي يحدد رمز الخروج. existing: يُستعاد كل متغير في البرنامج. consumed: ويُستخدم أيضًا كل ما في نقطة التفتيش

cli-option-evolve-recipe = التغيير: { "add-attr, add-op, add-op-and-switch, remove, change, ban" }
cli-option-evolve-steps = إصدار خطوة، مثل register=2.22.0. الافتراضي: أول الإصدارات التي تلتزم بكل القواعد
cli-option-evolve-releases = إصدار مخطط له وتاريخه، مثل { "2.22.0=2026-12-01" }
cli-option-evolve-without = إصدار مخطط له يُستبعد
cli-option-evolve-default = في add-attr: معنى السمة الغائبة { "(same, other, none)" }
cli-option-evolve-keeps_defaults = في add-attr: تُحفظ الرسوم البيانية بالسمات التي لها قيمتها الافتراضية
cli-option-evolve-raises_min_consumer = في add-op-and-switch: رفع min_consumer مع النقل
cli-option-evolve-bad = في ban: إصدار معيب

cli-option-values-names = القيمة التي لها هذا الاسم فقط (مفتاح أو اسم موتر أو مسار حقل)؛ يمكن تكراره
cli-option-verify-all = سرد كل قيمة، لا القيم التي فيها خطأ فقط

cli-option-run-model = النموذج: ملف { ".tflite" }، أو أرشيف أو مجلد فيه واحد
cli-option-run-member = النموذج المراد من الأرشيف أو المجلد؛ لازم إن كان فيه عدة نماذج
cli-option-run-signature = التوقيع المراد تشغيله؛ افتراضيًا الرسم البياني الفرعي الرئيسي
cli-option-run-inputs = قيم مدخل، بالاسم أو الموضع: ملف { ".npy" } أو { ".npz" } أو { ".csv" } أو { ".json" } أو { ".txt" }. المدخلات غير المعطاة أصفار
cli-option-run-backend = الواجهة الخلفية للأنوية
cli-option-run-check = على GPU: مقارنة كل عملية بالنواة المرجعية على المدخلات نفسها، في كل تشغيل. الفرق الذي يتجاوز التفاوت المسموح به ينهي البرنامج بالرمز 1
cli-option-run-precision = على GPU: نوع تخزين الموترات والأوزان. يخفض float16 الذاكرة إلى النصف إن كان shader-f16 متاحًا؛ أما المجاميع والمدخلات والمخرجات فتبقى float32
cli-option-run-compare = واجهة خلفية ثانية للمدخلات نفسها: يطبع فروق مخرجاتها عن مخرجات الأولى
cli-option-run-quantization_error = مقارنة كل طبقة من نموذج مكمَّم بالرسم البياني نفسه بالفاصلة العائمة، بعد إلغاء تكميم الأوزان
cli-option-run-results = نتائج بيئة تشغيل أخرى للمدخلات نفسها، ملف .npy أو .npz: يقارن موتراتها بالأنوية المرجعية، ويذكر أول عملية تختلف. NAME مخرج بالاسم أو الموضع، أو موتر؛ وملف .npz يسمّي مصفوفاته بأسماء الموترات أو بفهارسها. أي فرق ينهي البرنامج بالرمز 1
cli-option-run-tolerance = مع --results: أصغر فرق مسموح لعملية تقرّب، كنسبة من نتيجته، مثل 2e-3 لبيئة تحسب بـ float16
cli-option-run-exact = استخدام الأنوية المطابقة بتًا ببت فقط: الأنوية المرجعية، على أي واجهة خلفية
cli-option-run-repeat = عدد مرات التشغيل في جلسة واحدة؛ تحتفظ المتغيرات بقيمها بينها
cli-option-run-warmup = مرات تشغيل لا يُقاس وقتها، قبل المقيسة
cli-option-run-threads = خيوط التشغيل على المعالج؛ النتائج واحدة مهما كان عددها
cli-option-run-timeout = إنهاء التشغيل بالرمز 1 بعد هذا العدد من الثواني. يُفحص الوقت بين العمليات: ما بدأ منها يكتمل
cli-option-run-max_rounds = إنهاء التشغيل بالرمز 1 حين يبلغ WHILE هذا العدد من الدورات
cli-option-run-limits = رفع حد أو خفضه، مثل working_bytes=8000000000 للموترات؛ انظر docs/limits.md
cli-option-run-labels = أسماء فئات المخرج الأول، اسم في كل سطر؛ افتراضيًا ما في بيانات النموذج الوصفية
cli-option-run-output = مجلد لمخرجات التشغيل الأخير: ملف { ".npy" } لكل مخرج، يُسمّى بموضعه؛ والسلاسل النصية في { ".json" }
cli-option-run-json = طباعة الأسماء والأشكال والأوقات في JSON

cli-option-completions-shell = الصدفة التي تقرأ السكربت

## Names of values. They are one word each: “_” joins several.

cli-placeholder-options = خيارات
cli-placeholder-command = أمر
cli-placeholder-path = مسار
cli-placeholder-file = ملف
cli-placeholder-dir = مجلد
cli-placeholder-name = اسم
cli-placeholder-value = قيمة
cli-placeholder-channel = قناة
cli-placeholder-release = إصدار
cli-placeholder-date = تاريخ
cli-placeholder-step = خطوة
cli-placeholder-recipe = وصفة
cli-placeholder-default = معنى
cli-placeholder-object = كائن
cli-placeholder-assert = شرط
cli-placeholder-number = عدد
cli-placeholder-count = عدد
cli-placeholder-seconds = ثوان
cli-placeholder-share = نسبة
cli-placeholder-repeat = مرات
cli-placeholder-warmup = مرات
cli-placeholder-model = نموذج
cli-placeholder-key = مفتاح
cli-placeholder-name_or_position = اسم_أو_موضع
cli-placeholder-backend = واجهة_خلفية
cli-placeholder-precision = دقة
cli-placeholder-shell = صدفة
cli-placeholder-tag = لغة

## Exit codes

cli-exit-every-64 = سطر الأوامر خاطئ
cli-exit-every-74 = تعذرت كتابة الجواب
cli-exit-any-0 = نعم: يُحمَّل، أو مطابق، أو شُغِّل، أو قُرئ كل شيء
cli-exit-any-1 = لا: مرفوض، أو مختلف، أو فشل
cli-exit-any-2 = تعذرت قراءة شيء
cli-exit-any-3 = غير معروف أو غير مدعوم
cli-exit-read-0 = قُرئ كل شيء
cli-exit-read-2 = تعذرت قراءة شيء
cli-exit-check-0 = يحمّلها الإصدار كلها
cli-exit-check-1 = يرفض الإصدار أحدها
cli-exit-check-2 = تعذرت قراءة أحدها
cli-exit-check-3 = غير معروف، أو الإصدار ليس لملفات هذا النوع
cli-exit-compare-0 = معناهما واحد
cli-exit-compare-1 = مختلفان
cli-exit-compare-2 = تعذرت قراءة شيء
cli-exit-compare-3 = نوعاهما لا تمكن مقارنتهما
cli-exit-delegates-0 = قُرئ كل شيء؛ مع { "--only" }: يقبل كل العقد
cli-exit-delegates-1 = مع { "--only" }: لا يقبل كل العقد
cli-exit-delegates-2 = تعذرت قراءة النموذج
cli-exit-delegates-3 = مع { "--only" }: بعض شروطه غير معروفة
cli-exit-patch-0 = يحمّل الإصدار الملف المعدّل
cli-exit-patch-1 = ما زال يرفضه، أو كان سيُفقد شيء
cli-exit-patch-2 = تعذرت قراءة الملف، أو كتابة النسخة
cli-exit-patch-3 = لا حل معروفًا
cli-exit-restore-0 = يُستعاد كل ما في البرنامج
cli-exit-restore-1 = بعضه لا يُستعاد
cli-exit-restore-2 = تعذرت قراءة نقطة التفتيش
cli-exit-evolve-0 = تلتزم الخطة بكل القواعد
cli-exit-evolve-1 = تخالف الخطة قاعدة
cli-exit-values-0 = قُرئت كل القيم
cli-exit-values-2 = تعذرت قراءة قيمة، أو لا قيم
cli-exit-verify-0 = كل المجاميع الاختبارية المخزّنة صحيحة
cli-exit-verify-1 = أحدها خاطئ
cli-exit-verify-2 = تعذرت قراءة شيء
cli-exit-run-0 = اكتمل التشغيل
cli-exit-run-1 = فشل التشغيل
cli-exit-run-2 = تعذرت قراءة النموذج
cli-exit-run-3 = عملية غير مدعومة
cli-exit-run-130 = أنهاه Ctrl-C
cli-exit-printed-0 = تمت الطباعة

## Usage errors

cli-usage-option = لا يوجد الخيار { $option }.
cli-usage-option-meant = لا يوجد الخيار { $option }. هل تقصد { $meant }؟
cli-usage-option-after = { $option } من خيارات الأمر { $command }. اكتبه بعد الأمر: vintage { $command } { $option }
cli-usage-extra = الوسيط «{ $argument }» زائد.
cli-usage-command-meant = لا يوجد الأمر { $name }. هل تقصد { $meant }؟
cli-usage-no-command = ينقص أمر. الأوامر: { $commands }.
cli-usage-missing = يحتاج الأمر إلى { $arguments }.
cli-usage-no-value = يحتاج { $option } إلى قيمة.
cli-usage-value = «{ $value }» ليست من قيم { $option }.
cli-usage-meant = هل تقصد { $meant }؟
cli-usage-values = القيم الممكنة: { $values }.
cli-usage-takes-none = لا يأخذ { $option } قيمة؛ أُعطي «{ $value }».
cli-usage-twice = لا يُعطى { $option } إلا مرة واحدة.
cli-usage-conflict = لا يُستخدم { $option } مع { $other }.
cli-usage-number = المتوقع عدد، مثل 0.5.
cli-usage-whole-number = المتوقع عدد صحيح.
cli-usage-at-least-one = المتوقع عدد صحيح لا يقل عن 1.
cli-usage-out-of-range = العدد خارج النطاق المسموح به.
cli-usage-utf8 = أحد الوسائط ليس UTF-8 صالحًا. لا تحتوي بايتات أخرى إلا المسارات.
cli-limit-form = يأخذ { "--limit" } الشكل اسم=قيمة. الأسماء: { $names }
cli-evolution-pair = اكتب اسم=قيمة، مثل register=2.22.0.
cli-usage-other = سطر الأوامر خاطئ.
cli-usage-help = كل الوسائط: { $command }
