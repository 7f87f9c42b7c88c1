# Views that are fetched when they first open, and the table of requirements.

copy-bytes = نسخ هذه البايتات نصًا
filter = تصفية
filter-none = لا شيء يطابق التصفية.
show-more = عرض { $n } أخرى
show-nodes = عرض العقد
explain = شرح «{ $name }»
explain-mark = ؟
line-open = عرض نطاق التوافق في { $channel }
line-findings = { $n ->
    [zero] بلا ملاحظات
    [one] ملاحظة واحدة
    [two] ملاحظتان
    [few] { NUMBER($n) } ملاحظات
    [many] { NUMBER($n) } ملاحظة
   *[other] { NUMBER($n) } ملاحظة
}
col-counts = محتسب
col-counts-long = ألغِ تحديد متطلب لترى نطاق التوافق من دونه
col-requirement = المتطلب
col-nodes = العقد
col-releases = الإصدارات التي تلبيه
col-because = السبب
col-certainty = اليقين
col-source = المصدر
as-far-as-known = بحسب المعروف
window-table = كل الإصدارات في جدول
window-col-channel = القناة
window-col-releases = الإصدارات
window-col-dates = تاريخ النشر
window-col-count = العدد
window-count = { NUMBER($n) }
window-more = { $n ->
    [zero] ولا غيرها
    [one] وواحد غيرها
    [two] واثنان غيرها
    [few] و{ NUMBER($n) } غيرها
    [many] و{ NUMBER($n) } غيرها
   *[other] و{ NUMBER($n) } غيرها
}
chart-table = الأرقام في جدول
chart-value = القيمة
chart-from = من
chart-to = إلى
chart-count = العدد
subject-of-endianness = ترتيب البايتات
subject-of-flatbuffer = flatbuffer
subject-of-file-identifier = معرّف الملف
subject-of-schema-version = نسخة schema { $version }
subject-of-index = الفهرس
subject-of-inputs = مداخل رسم بياني فرعي: الموتر { $version }
subject-of-outputs = مخارج رسم بياني فرعي: الموتر { $version }
subject-of-node-inputs = مداخل عقدة: الموتر { $version }
subject-of-node-outputs = مخارج عقدة: الموتر { $version }
count-it = احتساب { $requirement }
count-requirements = { $n ->
    [zero] بلا متطلبات
    [one] متطلب واحد
    [two] متطلبان
    [few] { NUMBER($n) } متطلبات
    [many] { NUMBER($n) } متطلبًا
   *[other] { NUMBER($n) } متطلب
}
columns-for = إصدارات { $channel }
filter-requirements = تصفية المتطلبات
no-release = لا إصدار
any-release = لا يُفحص هنا
sets-start = يحدد البداية
sets-end = يحدد النهاية
exception-graph-function-body = الإصدارات من { $first } إلى { $last } لا تفحص أجسام الدوال.
exception-graph-function-body-one = الإصدار { $first } لا يفحص أجسام الدوال.
exception-graph-attr = الإصدارات من { $first } إلى { $last } تتجاهل السمات التي لا تعرفها.
exception-graph-attr-one = الإصدار { $first } يتجاهل السمات التي لا يعرفها.
exception-graph-attr-import = الإصدارات من { $first } إلى { $last } لا تفحص قيم السمات عند الاستيراد.
exception-graph-attr-import-one = الإصدار { $first } لا يفحص قيم السمات عند الاستيراد.
exception-graph-dtype-unused = الإصدارات من { $first } إلى { $last } لا تفحص إلا أنواع المدخلات والمخرجات.
exception-graph-dtype-unused-one = الإصدار { $first } لا يفحص إلا أنواع المدخلات والمخرجات.
exception-saved-model-main-graph = الإصدارات من { $first } إلى { $last } تبني الدوال ولا تستورد الرسم البياني الرئيسي.
exception-saved-model-main-graph-one = الإصدار { $first } يبني الدوال ولا يستورد الرسم البياني الرئيسي.
exception-saved-model-strips-defaults = الإصدارات من { $first } إلى { $last } تحذف قبل الاستيراد السمات التي لها القيمة الافتراضية عند المُنتِج.
exception-saved-model-strips-defaults-one = الإصدار { $first } يحذف قبل الاستيراد السمات التي لها القيمة الافتراضية عند المُنتِج.
exception-meta-graph-strips-defaults = الإصدارات من { $first } إلى { $last } تحذف قبل الاستيراد السمات التي لها القيمة الافتراضية عند المُنتِج.
exception-meta-graph-strips-defaults-one = الإصدار { $first } يحذف قبل الاستيراد السمات التي لها القيمة الافتراضية عند المُنتِج.
ranges-every = كل الإصدارات
ranges-every-known = { $first } وما بعده: كل الإصدارات التي عنها معلومات
ranges-from = { $first } وما بعده
ranges-up-to = { $last } وما قبله
ranges-between = من { $first } إلى { $last }
ranges-only = { $release } فقط
ranges-and = {"؛ "}
ranges-more = { $ranges } و{ $n ->
    [one] نطاق أقدم
    [two] نطاقان أقدم
    [few] { $n } نطاقات أقدم
    [many] { $n } نطاقًا أقدم
   *[other] { $n } نطاق أقدم
}
fact-producer = producer
fact-min-consumer = min_consumer
fact-bad-consumers = bad_consumers
fact-tags = الوسوم
fact-converted-from = محوَّل من
fact-optimization = التحسين
fact-description = الوصف
fact-subgraphs = الرسوم البيانية الفرعية
fact-metadata = البيانات الوصفية
fact-shards = الأجزاء
fact-endianness = ترتيب البايتات
fact-keys = المفاتيح
fact-collections = التجميعات
fact-assets = الأصول
fact-fingerprint-uuid = البصمة
col-signature = التوقيع
col-direction = الاتجاه
col-name = الاسم
col-dtype = النوع
col-shape = الشكل
col-tensor = الموتر
direction-input = مدخل
direction-output = مخرج
unknown-rank = رتبة غير معروفة
graph-main = { $n ->
    [zero] الرسم البياني الرئيسي، بلا عقد
    [one] الرسم البياني الرئيسي، عقدة واحدة
    [two] الرسم البياني الرئيسي، عقدتان
    [few] الرسم البياني الرئيسي، { NUMBER($n) } عقد
    [many] الرسم البياني الرئيسي، { NUMBER($n) } عقدة
   *[other] الرسم البياني الرئيسي، { NUMBER($n) } عقدة
}
graph-named = { $n ->
    [zero] { $name }، بلا عقد
    [one] { $name }، عقدة واحدة
    [two] { $name }، عقدتان
    [few] { $name }، { NUMBER($n) } عقد
    [many] { $name }، { NUMBER($n) } عقدة
   *[other] { $name }، { NUMBER($n) } عقدة
}
filter-variables = تصفية المتغيرات
count-variables-bytes = { $n ->
    [zero] بلا متغيرات، { $size }
    [one] متغير واحد، { $size }
    [two] متغيران، { $size }
    [few] { NUMBER($n) } متغيرات، { $size }
    [many] { NUMBER($n) } متغيرًا، { $size }
   *[other] { NUMBER($n) } متغير، { $size }
}
show-values = { $n ->
    [one] عرض القيمة
    [two] عرض القيمتين
    [few] عرض { NUMBER($n) } قيم
    [many] عرض { NUMBER($n) } قيمة
   *[other] عرض { NUMBER($n) } قيمة
}
show-value = عرض
value-unreadable = غير مقروءة
col-variable = المتغير
col-bytes = البايتات
col-first-values = القيم الأولى
col-sum = المجموع
filter-objects = تصفية الكائنات
count-objects = { $n ->
    [zero] بلا كائنات
    [one] كائن واحد
    [two] كائنان
    [few] { NUMBER($n) } كائنات
    [many] { NUMBER($n) } كائنًا
   *[other] { NUMBER($n) } كائن
}
col-node = العقدة
col-path = المسار
col-role = الدور
col-children = الأبناء والخانات
col-saved = محفوظ باسم
role-root = الجذر
role-object = كائن
role-optimizer = محسِّن
role-variable = متغير
role-slot-variable = متغير خانة
bytes-file = الملف
bytes-offset = الإزاحة
bytes-offset-wrong = ليست إزاحة: رقم عشري، أو رقم ست عشري بعد 0x
bytes-previous = السابق
bytes-next = التالي
bytes-of = من { $size } بايت
bytes-at = { $field } عند { $range }
