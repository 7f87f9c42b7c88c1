# Statistics and checksums of stored values.

values-of-value = العناصر
values-of-magnitude = العناصر (الأعداد أدناه قيمها المطلقة)
values-of-length = السلاسل النصية (الأعداد أدناه أطوالها بالبايت)
values-min = الأصغر
values-max = الأكبر
values-mean = المتوسط
values-deviation = الانحراف المعياري
values-zeros = الأصفار
values-nan = NaN
values-positive-infinity = لانهاية
values-negative-infinity = سالب لانهاية
values-histogram = المدرج التكراري
values-statistics = الإحصاءات
values-show-statistics = عرض الإحصاءات
values-check-all = التحقق من كل القيم
values-statistics-all = حساب كل الإحصاءات
values-checking = تم التحقق من { $done } من { $total }
values-histogram-said = { $bins ->
    [one] المدرج التكراري: كل العناصر ({ $most }) قيمتها { $low }.
    [two] المدرج التكراري: فئتان من { $low } إلى { $high }؛ أكثرهما امتلاءً، من { $from } إلى { $to }، فيها { $most }.
    [few] المدرج التكراري: { $bins } فئات من { $low } إلى { $high }؛ أكثرها امتلاءً، من { $from } إلى { $to }، فيها { $most }.
    [many] المدرج التكراري: { $bins } فئة من { $low } إلى { $high }؛ أكثرها امتلاءً، من { $from } إلى { $to }، فيها { $most }.
   *[other] المدرج التكراري: { $bins } فئة من { $low } إلى { $high }؛ أكثرها امتلاءً، من { $from } إلى { $to }، فيها { $most }.
}
values-partial = لم يُقرأ إلا جزء؛ تخص هذه الأعداد ذلك الجزء.
check-right = المجموع الاختباري سليم
check-wrong = المجموع الاختباري خاطئ
check-none = لا مجموع اختباريًا مخزنًا
check-opaque = غير مخزنة كقيم عادية
check-unreadable = غير مقروءة
check-not-yet = لم يُتحقق منه بعد
col-checksum = المجموع الاختباري
col-not-finite = NaN ولانهاية
table-save = نسخ الصفوف المعروضة أو حفظها
table-export = تصدير الصفوف
table-copy-as = نسخ بصيغة { $form }
table-save-as = حفظ بصيغة { $form }
findings-export = تصدير الملاحظات

sizes = الأحجام حسب النطاق
sizes-path = النطاق المفتوح
sizes-all = كل المتغيرات
sizes-scope = النطاق
sizes-variables = المتغيرات
sizes-model = النموذج
sizes-optimizer = المحسِّن (متغيرات الخانات)
sizes-share = النسبة
sizes-percent = { $n }٪
sizes-open = فتح { $name } وتصفية الجدول

cli-no-values = لا شيء هنا يخزن قيمًا يمكن قراءتها.

error-bundle-values-overlap = يشترك { $key } و{ $other } في بايتات من ملف البيانات.
error-bundle-values-overlap-advice = لا يكتب TensorFlow فهرسًا كهذا: إحدى القيمتين خاطئة. اكتب نقطة التفتيش مرة أخرى، أو لا تثق بهذين المتغيرين.
error-tflite-strings-damaged = تشير قائمة السلاسل النصية في هذا الموتر إلى خارج بياناته.
error-tflite-strings-damaged-advice = بايتات الموتر ليست موتر سلاسل نصية صالحًا. حوّل النموذج مرة أخرى.
error-tflite-weights-elsewhere = أوزان { $tensor } في الملف { $file } المفقود.
error-tflite-weights-elsewhere-advice = أعطِ ذلك الملف مع النموذج، في المسار الذي يذكره النموذج.
error-tflite-external-buffer-unknown = يشير هذا الموتر إلى المخزن المؤقت الخارجي { $id } الذي لا يسرده النموذج.
error-tflite-external-buffer-unknown-advice = الملف تالف أو عُدّل يدويًا. حوّل النموذج مرة أخرى.
error-tflite-external-group-unknown = أحد المخازن المؤقتة الخارجية في المجموعة { $group }، وعدد المجموعات في النموذج { $count }.
error-tflite-external-group-unknown-advice = الملف تالف أو عُدّل يدويًا. حوّل النموذج مرة أخرى.
error-tflite-external-outside = هذه الأوزان { $bytes } بايت عند الإزاحة { $offset } من { $file }، وحجمه { $size } بايت.
error-tflite-external-outside-advice = ملف الأوزان مقتطع، أو هو من نسخة أخرى من النموذج.
error-tflite-weights-dtype = لا تُقرأ بعد القيم من النوع { $dtype }.
error-tflite-weights-dtype-advice = يُسرد الموتر بنوعه وشكله، ويعرض عرض «البايتات» بايتاته.
error-tflite-weights-size = في هذا الموتر { $stored } بايت؛ ويتطلب نوعه وشكله { $expected }.
error-tflite-weights-size-advice = ترفض بيئات التشغيل نموذجًا كهذا عند تخصيص الموترات. حوّله مرة أخرى.
error-text-proto-word-too-long = في السطر { $line } كلمة أطول من { $limit } بايت.
error-text-proto-word-too-long-advice = لا يبلغ هذا الطول حقل ولا عدد ولا قيمة في TensorFlow: هذا على الأرجح ليس proto نصيًا.
