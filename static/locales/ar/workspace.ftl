# The workspace: the table of all files, the command palette, panes, the help.

## All files

files-filter = تصفية الملفات
files-count = { $n ->
    [zero] بلا ملفات
    [one] ملف واحد
    [two] ملفان
    [few] { NUMBER($n) } ملفات
    [many] { NUMBER($n) } ملفًا
   *[other] { NUMBER($n) } ملف
}
files-together = { $n ->
    [one] الإصدارات التي تحمّل الملف
    [two] الإصدارات التي تحمّل الملفين
    [few] الإصدارات التي تحمّل كل الملفات ({ NUMBER($n) })
    [many] الإصدارات التي تحمّل كل الملفات ({ NUMBER($n) })
   *[other] الإصدارات التي تحمّل كل الملفات ({ NUMBER($n) })
}
files-all = { $channel }: من { $first } إلى { $last }
files-all-gaps = { $channel }: من { $first } إلى { $last }، مع ثغرات
files-all-none = { $channel }: لا إصدار
files-no-channel = لا حزمة تحمّل كل هذه الملفات: إنها من أنواع مختلفة.
col-file = الملف
col-kind = النوع
col-size = الحجم
col-verdict = الحكم

## Report

report-save = حفظ التقرير
report-save-long = ملف HTML واحد فيه نطاقات التوافق والملاحظات والمتطلبات والمخطط: لإرفاقه ببلاغ أو لطباعته
report-on = في { $target }
report-windows = الإصدارات التي تحمّل هذا الملف
report-made = أنشأه Vintage { $version }

## Command palette

palette = البحث والأوامر
palette-find = عرض أو ملف أو إصدار أو عقدة أو أمر
palette-none = لا نتائج مطابقة
palette-view = عرض
palette-file = ملف
palette-release = يجب أن يعمل على
palette-node = عقدة
palette-action = أمر
palette-theme = المظهر: { $theme }
palette-language = اللغة: { $language }
embed-copy-element = نسخ العنصر الذي يضمّن هذا العرض
embed-copy = نسخ الإطار الذي يضمّن هذا العرض

## Panes

pane-width = عرض اللوح: اسحب، أو انقر، أو استخدم مفاتيح الأسهم

## Help

help-title = Vintage
help-what = لكل ملف متطلبات: عمليات ونسخ وأنواع. نطاق توافقه هو كل الإصدارات التي تلبيها جميعًا. يعرض Vintage نطاق التوافق، والمتطلبات التي تحدّه، والأخطاء التي تطبعها الإصدارات الأخرى.
help-private = تقرأ هذه الصفحة الملفات في هذا المتصفح. لا يُرفع شيء.
help-kept = تبقى نسخة من ملفات علامة التبويب هذه، حتى { $size }، في هذا المتصفح لاستخدامها عند إعادة التحميل؛ وتُحذف بعد يوم.
kept-clear = حذف النسخ المحفوظة
kept-cleared = تم الحذف.
help-docs = معنى كل ملاحظة، ودقة الأحكام
help-keys = لوحة المفاتيح
key-help = هذه المساعدة
key-open = فتح ملفات
key-target = اختيار الإصدار الذي يجب أن يعمل عليه
key-find = تصفية الجدول المعروض
key-palette = البحث في العروض والملفات والإصدارات والعقد والأوامر
key-views = الانتقال إلى عرض، بترتيب علامات التبويب
key-arrows = على الخط الزمني: من إصدار إلى إصدار
key-enter = على الخط الزمني: يجب أن يعمل على هذا الإصدار
key-edges = في المخطط: إلى مدخل للعقدة المحددة، أو إلى عقدة تقرأ منها
key-visited = في المخطط: إلى العقدة التي زرتها قبلها أو بعدها؛ وقبل الأولى وبعد الأخيرة يعود المفتاحان إلى المتصفح
key-describe = في المخطط: وصف العقدة المحددة
key-undo = في المخطط: التراجع عن تغيير في العرض؛ ومع Shift إعادته
keys-single = اختصارات من رمز واحد: { "?" } و{ "/" } وO وT والأرقام؛ وفي المخطط D وP و{ "+" } و{ "−" } و0

## Recent files

recent = الملفات الأخيرة
recent-more = { $name } و{ $n ->
    [one] ملف آخر
    [two] ملفان آخران
    [few] { $n } ملفات أخرى
    [many] { $n } ملفًا آخر
   *[other] { $n } ملف آخر
 }
recent-remove = إزالة { $name } من الملفات الأخيرة
recent-about = تبقى النسخ، حتى { $size }، في هذا المتصفح فقط.
recent-clear = إزالة الكل
error-recent-gone = حذف هذا المتصفح نسخته من { $name }.
error-recent-gone-advice = افتح الملف من جديد.
palette-recent = ملف أخير
