# Comparison of two files: the Compare view and `vintage compare`.

compare-same = المعنى نفسه.
compare-different = بينهما اختلاف.
compare-gained = { $count ->
    [one] إصدار أضيف
    [two] إصداران أضيفا
    [few] { $count } إصدارات أضيفت
    [many] { $count } إصدارًا أضيف
   *[other] { $count } إصدار أضيف
}
compare-lost = { $count ->
    [one] إصدار فُقد
    [two] إصداران فُقدا
    [few] { $count } إصدارات فُقدت
    [many] { $count } إصدارًا فُقد
   *[other] { $count } إصدار فُقد
}
compare-because-a = يتطلب الأول
compare-because-b = يتطلب الثاني
compare-requirements = متطلبات ملف واحد فقط، بلا أثر في نطاق التوافق
compare-values = القيم المخزنة
compare-values-not-read = لم تُقرأ القيم المخزنة.
compare-exact = متساوية
compare-close = متقاربة
compare-different-values = مختلفة
compare-incomparable = غير قابلة للمقارنة
compare-elements = العناصر المختلفة: { $differing } من { $total }
compare-largest = أكبر فرق { $difference } عند { $at }: من { $a } إلى { $b }
compare-first = الأول عند { $at }: من { $a } إلى { $b }

compare-part-file = الملف
compare-part-metadata = البيانات الوصفية
compare-part-meta-graph = MetaGraph
compare-part-signature = التوقيعات
compare-part-graph = الرسوم البيانية
compare-part-function = الدوال
compare-part-node = العقد
compare-part-tensor = الموترات
compare-part-model = النموذج
compare-part-compile = التجميع
compare-part-layer = الطبقات
compare-part-variable = المتغيرات
compare-part-object = الكائنات

compare-refusal-kinds = لا يمكن مقارنة { $a } و{ $b }: هما ملفان من نوعين مختلفين.
compare-refusal-unreadable = تعذرت قراءة { $name }، فلا شيء للمقارنة.
compare-refusal-not-open = يلزم ملفان.

compare-alone = لمقارنة هذا الملف بملف آخر، افتح الملف الآخر أيضًا.
compare-alone-what = يُقارن نموذجان أو رسمان بيانيان أو نقطتا تفتيش أو ملفا Keras بحسب المعنى: العقد والطبقات بأي ترتيب، والأنواع، والأشكال، والتكميم، والتوقيعات، والأوزان؛ والمتطلبات التي غيّرت نطاق التوافق.
compare-open = فتح ملف للمقارنة
compare-with = مقارنة مع
compare-option = { $name } ({ $kind })
compare-swap = تبديل «قبل» و«بعد»
compare-says-same = { $a } و{ $b } متطابقان، ما عدا القيم المخزنة.
compare-says-different = الفروق من { $a } إلى { $b }:
compare-window = تغيرات نطاق التوافق
compare-window-same = نطاق التوافق نفسه: يعامل كل إصدار الملفين المعاملة نفسها.
compare-channel = القناة
compare-before = قبل
compare-after = بعد
compare-change = التغيير
compare-because = السبب
compare-verdicts = { $count ->
    [zero] لا حكم مختلف
    [one] حكم واحد مختلف
    [two] حكمان مختلفان
    [few] { $count } أحكام مختلفة
    [many] { $count } حكمًا مختلفًا
   *[other] { $count } حكم مختلف
}
compare-only-before = يتطلبه الملف «قبل» فقط
compare-only-after = يتطلبه الملف «بعد» فقط
compare-what = الفروق
compare-parts = الأعداد بحسب الجزء؛ حدد جزءًا للتصفية
compare-counts = مضاف: { $added }، محذوف: { $removed }، متغيّر: { $changed }، مطابق: { $same }
compare-filter = تصفية الفروق
compare-filter-values = تصفية القيم المخزنة
compare-name = الاسم
compare-how-added = بعد فقط
compare-how-removed = قبل فقط
compare-how-changed = متغيّر
compare-values-ask = { $n ->
    [one] مقارنة قيمة مخزنة واحدة ({ $size })
    [two] مقارنة قيمتين مخزنتين ({ $size })
    [few] مقارنة { $n } قيم مخزنة ({ $size })
    [many] مقارنة { $n } قيمة مخزنة ({ $size })
   *[other] مقارنة { $n } قيمة مخزنة ({ $size })
}
compare-close-means = متقاربة: لا يتجاوز { "|a − b|" } القيمة { $absolute } + { $relative } · { "|b|" }
compare-equal-too = المتساوية أيضًا
compare-all-equal = كلها متساوية.
compare-differing = المختلفة
compare-largest-is = أكبر فرق
compare-norm = فرق L2
compare-relative = التغير النسبي
compare-types = النوع والشكل
compare-at = عند
compare-of = { $n } من { $total }
compare-dequantized = أعداد حقيقية
compare-dequantized-why = تكميم الاثنين مختلف: تُقارن قيمهما الحقيقية.
copy-markdown = نسخ بصيغة Markdown

compare-one-file = ملف
compare-one-metadata = بيانات وصفية
compare-one-meta-graph = MetaGraph
compare-one-signature = توقيع
compare-one-graph = رسم بياني
compare-one-function = دالة
compare-one-node = عقدة
compare-one-tensor = موتر
compare-one-model = نموذج
compare-one-compile = التجميع
compare-one-layer = طبقة
compare-one-variable = متغير
compare-one-object = كائن

compare-ways = طريقة عرض الفروق
compare-as-list = قائمة
compare-as-drawings = رسمان
together = رسمان بيانيان جنبًا إلى جنب
together-alone = لا يحتوي { $name } على رسم بياني يقابل هذا.
together-follow = تحريك معًا
together-follow-long = يعرض الرسمان الجزء نفسه
together-differences = العقد المختلفة
together-none = لا تختلف أي عقدة.
together-field = الحقل
together-selected = فروق العقدة المحددة
together-same = متطابقة
together-changed = متغيّرة
together-removed = قبل فقط
together-added = بعد فقط
