# The drawn graph: canvas, details, list. "Drawing" is المخطط, "graph" is الرسم البياني.

drawing-role = رسم بياني مرسوم
drawing-wait = يجري رسم المخطط
drawing-label = الرسم البياني: { $nodes ->
    [zero] بلا عقد
    [one] عقدة واحدة
    [two] عقدتان
    [few] { NUMBER($nodes) } عقد
    [many] { NUMBER($nodes) } عقدة
   *[other] { NUMBER($nodes) } عقدة
}، { $edges ->
    [zero] بلا حواف مرسومة
    [one] حافة مرسومة واحدة
    [two] حافتان مرسومتان
    [few] { NUMBER($edges) } حواف مرسومة
    [many] { NUMBER($edges) } حافة مرسومة
   *[other] { NUMBER($edges) } حافة مرسومة
}
drawing-label-named = الرسم البياني { $name }: { $nodes ->
    [zero] بلا عقد
    [one] عقدة واحدة
    [two] عقدتان
    [few] { NUMBER($nodes) } عقد
    [many] { NUMBER($nodes) } عقدة
   *[other] { NUMBER($nodes) } عقدة
}، { $edges ->
    [zero] بلا حواف مرسومة
    [one] حافة مرسومة واحدة
    [two] حافتان مرسومتان
    [few] { NUMBER($edges) } حواف مرسومة
    [many] { NUMBER($edges) } حافة مرسومة
   *[other] { NUMBER($edges) } حافة مرسومة
}
drawing-counts = { $nodes ->
    [zero] بلا عقد
    [one] عقدة واحدة
    [two] عقدتان
    [few] { NUMBER($nodes) } عقد
    [many] { NUMBER($nodes) } عقدة
   *[other] { NUMBER($nodes) } عقدة
}، { $edges ->
    [zero] بلا حواف
    [one] حافة واحدة
    [two] حافتان
    [few] { NUMBER($edges) } حواف
    [many] { NUMBER($edges) } حافة
   *[other] { NUMBER($edges) } حافة
}
export = تصدير
export-svg = SVG للمخطط كله
export-svg-view = SVG للجزء الظاهر
export-png = PNG للمخطط كله، ×{ $times }
export-dot = DOT (Graphviz)
export-mermaid = Mermaid
full-screen = ملء الشاشة
drawing-keys = اسحب أو مرّر للتحريك، ومرّر مع Ctrl للتكبير والتصغير. تنتقل مفاتيح الأسهم على الحواف، وتحرّك المخطط مع Shift؛ { "+ − 0" } للتكبير والتصغير والملاءمة؛ Enter لفتح مجموعة ولرسم الحواف المسمّاة؛ P لتمييز المسار كله.
drawing-keys-more = مع Alt تتبع { "↓ ↑" } الحواف، وتنتقل { "← →" } بين العقد التي زرتها؛ D لوصف العقدة المحددة؛ Ctrl Z للتراجع عن تغيير في العرض.
drawing-which = الرسم البياني
drawing-find = ابحث عن عقدة: كلمات، أو { "op:CONV_2D v>2" }
drawing-found = نتائج البحث
drawing-none = لا عقدة مطابقة
found-wait = يجري البحث
found-count = { $n ->
    [zero] لا نتائج
    [one] نتيجة واحدة
    [two] نتيجتان
    [few] { NUMBER($n) } نتائج
    [many] { NUMBER($n) } نتيجة
   *[other] { NUMBER($n) } نتيجة
}
found-at = { NUMBER($at) } من { NUMBER($n) }
found-before = النتيجة السابقة
found-next = النتيجة التالية
drawing-more = { $n ->
    [one] وواحدة أخرى
    [two] واثنتان أخريان
    [few] و{ NUMBER($n) } غيرها
    [many] و{ NUMBER($n) } غيرها
   *[other] و{ NUMBER($n) } غيرها
}
drawing-constants = إظهار الثوابت
drawing-shows = إظهار
drawing-trace = المسار
drawing-trace-long = تمييز كل ما تقرأ منه العقدة المحددة وكل ما يقرأ منها (P)
drawing-closer = تكبير
drawing-farther = تصغير
drawing-fit = ملاءمة
drawing-close-all = طيّ المجموعات
stub-readers = { $n ->
    [zero] لا قارئ
    [one] قارئ واحد
    [two] قارئان
    [few] { NUMBER($n) } قُرّاء
    [many] { NUMBER($n) } قارئًا
   *[other] { NUMBER($n) } قارئ
}
stub-about = تُرسم حوافّه أسماءً لا خطوطًا. { $n ->
    [zero] لا حواف
    [one] حافة واحدة
    [two] حافتان
    [few] { NUMBER($n) } حواف
    [many] { NUMBER($n) } حافة
   *[other] { NUMBER($n) } حافة
}
stub-said-begin = حواف مسمّاة من { $name } إلى { $n ->
    [zero] لا قارئ
    [one] قارئ واحد
    [two] قارئين
    [few] { NUMBER($n) } قُرّاء
    [many] { NUMBER($n) } قارئًا
   *[other] { NUMBER($n) } قارئ
}
stub-said-end = حافة مسمّاة من { $name }، وله { $n ->
    [zero] لا قارئ كهذا
    [one] قارئ واحد كهذا
    [two] قارئان كهذا
    [few] { NUMBER($n) } قُرّاء كهذا
    [many] { NUMBER($n) } قارئًا كهذا
   *[other] { NUMBER($n) } قارئ كهذا
}
stub-unfold = ارسم الحواف خطوطًا
stub-fold = ارسم الحواف أسماءً
stub-source = اذهب إلى المصدر
attribute-since = منذ { $since }
attribute-default = القيمة الافتراضية
drawing-wrap = لفّ السلاسل الطويلة
drawing-wrap-long = ضع السلسلة الطويلة في أعمدة متجاورة: حيث ينتهي العمود تكون الحواف أسماء بدل الخطوط
stub-all = كل الحواف
stub-all-long = ارسم كل حافة خطًّا: حتى حواف العُقد ذات القُرّاء الكثيرين والحواف التي تعبر طبقات كثيرة
flow-right = من اليسار إلى اليمين
undo-view = تراجَع عن آخر تغيير في العرض (Ctrl Z)
redo-view = أعِد التغيير في العرض (Ctrl Shift Z)
drawing-empty = ليس في هذا الرسم البياني عقد.
drawing-details = العقدة المحددة
drawing-close = إغلاق
drawing-open-group = فتح المجموعة
drawing-close-group = طيّ المجموعة
drawing-holds = { $n ->
    [one] مجموعة من عقدة واحدة
    [two] مجموعة من عقدتين
    [few] مجموعة من { NUMBER($n) } عقد
    [many] مجموعة من { NUMBER($n) } عقدة
   *[other] مجموعة من { NUMBER($n) } عقدة
}
drawing-count = { $n ->
    [zero] بلا عقد
    [one] عقدة واحدة
    [two] عقدتان
    [few] { NUMBER($n) } عقد
    [many] { NUMBER($n) } عقدة
   *[other] { NUMBER($n) } عقدة
}
drawing-index = { $role }، الرقم { $index }
drawing-attributes = السمات
drawing-missing = غير موجود في الملف: { $names }.
drawing-inputs = { $n ->
    [zero] لا حواف داخلة
    [one] حافة داخلة واحدة
    [two] حافتان داخلتان
    [few] { NUMBER($n) } حواف داخلة
    [many] { NUMBER($n) } حافة داخلة
   *[other] { NUMBER($n) } حافة داخلة
}
drawing-outputs = { $n ->
    [zero] لا حواف خارجة
    [one] حافة خارجة واحدة
    [two] حافتان خارجتان
    [few] { NUMBER($n) } حواف خارجة
    [many] { NUMBER($n) } حافة خارجة
   *[other] { NUMBER($n) } حافة خارجة
}
drawing-edge-control = تحكم
drawing-edge-slot = خانة
drawing-role-op = عملية
drawing-role-input = مدخل
drawing-role-output = مخرج
drawing-role-constant = ثابت
drawing-role-call = استدعاء رسم بياني آخر
drawing-role-group = مجموعة
drawing-said = { $title }، { $name }. الداخل: { $inputs }، الخارج: { $outputs }
drawing-said-open = المجموعة المفتوحة { $name }، { $n ->
    [one] عقدة واحدة
    [two] عقدتان
    [few] { NUMBER($n) } عقد
    [many] { NUMBER($n) } عقدة
   *[other] { NUMBER($n) } عقدة
}
drawing-said-closed = المجموعة المطوية { $name }، { $n ->
    [one] عقدة واحدة
    [two] عقدتان
    [few] { NUMBER($n) } عقد
    [many] { NUMBER($n) } عقدة
   *[other] { NUMBER($n) } عقدة
}
node-requirements = المتطلبات، في { $target }
node-met-by = تلبيه:

## Tensors of the selected node

tensors = { $n ->
    [zero] لا موترات
    [one] موتر واحد
    [two] موتران
    [few] { NUMBER($n) } موترات
    [many] { NUMBER($n) } موترًا
   *[other] { NUMBER($n) } موتر
}
tensor-input = مُدخل { $slot }
tensor-constant = ثابت { $slot }
tensor-output = مُخرج { $slot }
tensor-intermediate = وسيط { $slot }
tensor-variable = يحتفظ بقيمته بين عمليات التشغيل.
tensor-place = الموضع
tensor-real = القيمة الحقيقية
tensor-writers = تكتبه
tensor-readers = تقرؤه
tensor-graph-input = مُدخل الرسم البياني
tensor-graph-output = مُخرج الرسم البياني
tensor-values = القيم
tensor-show-values = إظهار القيم ({ $size })
slice-which = العناصر
slice-images = المرشّحات كصور
slice-table = المحوران الأخيران
slice-by-index = القيم حسب الفهرس
slice-axes = الصفوف: المحور { $rows }. الأعمدة: المحور { $columns }.
slice-axes-images = الصفوف: المحور { $rows }. الأعمدة: المحور { $columns }. صورة لكل فهرس في المحور { $images }.
slice-index = الفهرس على المحور { $axis } (حتى { $last })
slice-from = المحور { $axis }، إلى { $end } (من { $last })، بدءًا من
slice-image = الصورة
slice-row = الصف
slice-both = في كل خلية القيمة المخزَّنة، وتحتها القيمة الحقيقية.
heat-map-said = { $images ->
    [one] خريطة حرارية من { $height } × { $width } قيمة، من { $low } إلى { $high }.
    [two] خريطتان حراريتان لصورتين من { $height } × { $width } قيمة، من { $low } إلى { $high }.
    [few] خرائط حرارية لـ { $images } صور من { $height } × { $width } قيمة، من { $low } إلى { $high }.
    [many] خرائط حرارية لـ { $images } صورة من { $height } × { $width } قيمة، من { $low } إلى { $high }.
   *[other] خرائط حرارية لـ { $images } صورة من { $height } × { $width } قيمة، من { $low } إلى { $high }.
}
scales = المقاييس على المحور { $axis }
scales-said = مقاييس { $n } قناة، من { $low } إلى { $high }.
zero-points-said = نقاط الصفر لـ { $n } قناة، من { $low } إلى { $high }.
scale = المقياس
scale-channel = القناة
zero-point = نقطة الصفر

## Without seeing the drawing

describe = وصف
describe-nothing = لا عقدة محددة.
described-verdict = الحكم: { $verdict }.
described-cause = السبب: { $requirement }.
described-inputs = المداخل: { $nodes }.
described-outputs = المخارج: { $nodes }.
edges-no-readers = لا تقرأ أي عقدة من هذه العقدة.
edges-no-inputs = ليس لهذه العقدة مداخل.
edges-readers = العقد التي تقرأ من هذه العقدة: { NUMBER($n) }
edges-inputs = مداخل هذه العقدة: { NUMBER($n) }
visited-first = هذه أول عقدة زرتها. ضغط المفتاح نفسه مرة أخرى يرجع في المتصفح.
visited-last = هذه آخر عقدة زرتها. ضغط المفتاح نفسه مرة أخرى يتقدم في المتصفح.

## Outline

outline = الهيكل
outline-pane = هيكل المخطط
outline-node = العقدة
outline-in = داخل
outline-out = خارج
outline-repeats = × { NUMBER($times) }، { $n ->
    [one] عقدة واحدة
    [two] عقدتان
    [few] { NUMBER($n) } عقد
    [many] { NUMBER($n) } عقدة
   *[other] { NUMBER($n) } عقدة
}

## Groups

groups = المجموعات
groups-blocks = المجموعات: الكتل المكررة
groups-names = المجموعات: نطاقات الأسماء
groups-both = المجموعات: الكتل والنطاقات
groups-none = بلا مجموعات

## Colors

color-by = معنى الألوان
color-plain = بلا ألوان
color-outcome = اللون: الحكم في الهدف
color-version = اللون: نسخة العملية
color-dtype = اللون: نوع المخرج
color-quantization = اللون: التكميم
color-engine = اللون: { $engine }
color-times = اللون: أزمنة آخر تشغيل
color-legend = مفتاح الألوان، مع أعداد العقد: اختر بعضها لتعتيم غيرها
color-others = غيرها
takes-yes = يقبلها
takes-may = قد يقبلها
takes-no = لا يقبلها
takes-unknown = غير معروف
quantization-float = عائم
quantization-per-tensor = مكمَّم لكل موتر
quantization-per-channel = مكمَّم لكل قناة
quantization-blockwise = مكمَّم بالكتل
quantization-weights = أوزان مكمَّمة فقط
drawing-heat-legend = لكل تشغيل
drawing-heat-selected = المحدد: { $ms } ملي ثانية

## Queries of the search

query-field = لا يوجد حقل «{ $text }» (الحرف { $at }). الحقول: { "op, name, v, dtype, shape, attr, const, finding, reads, feeds, near, between" }.
query-value = «{ $text }» بلا قيمة (الحرف { $at }).
query-number = «{ $text }» ليس عددًا (الحرف { $at }).
query-comparison = «{ $text }» لا يقبل هذه المقارنة (الحرف { $at }).
query-pattern = «{ $text }» ليس تعبيرًا نمطيًا (الحرف { $at }).
query-shape = «{ $text }» ليس شكلاً (الحرف { $at }): أبعاد بينها × أو x، و{ "*" } لأي بُعد.
query-unclosed = «{ $text }» غير مغلق (الحرف { $at }).
query-incomplete = شيء ناقص بجانب «{ $text }» (الحرف { $at }).
query-long = الاستعلام طويل جدًا.
query-node = لا عقدة اسمها «{ $text }» (الحرف { $at }).
