# The documentation: the frame of each page, and the pages that are generated. Values that are code arrive marked.

docs-title = الوثائق
docs-all = كل الصفحات
docs-languages = هذه الصفحة بلغات أخرى
docs-search = البحث في الوثائق
docs-search-none = لا نتائج
docs-search-found = عدد النتائج:
docs-reference = المرجع (بالإنجليزية)
docs-formats = الصيغ (بالإنجليزية)
docs-use = سطر الأوامر و CI والتضمين والاستضافة (بالإنجليزية)
docs-contribute = للمساهمين (بالإنجليزية)
docs-findings = الملاحظات
docs-findings-tflite = نماذج TensorFlow Lite: الملاحظات
docs-findings-graphs = الرسوم البيانية: الملاحظات
docs-findings-saved-models = مجلدات SavedModel: الملاحظات
docs-findings-checkpoints = نقاط التفتيش: الملاحظات
docs-findings-keras = ملفات Keras: الملاحظات
docs-findings-lead = كل قسم معرِّف من معرِّفات التقرير. { $value } جزء يتغير من ملف إلى آخر. الصفحة مولَّدة من { $words } و{ $facts } بالأمر { $command }.
docs-requirement = المتطلب
docs-finding = الملاحظة
docs-advice = النصيحة
docs-where = الإصدارات
docs-printed = الرسائل المطبوعة
docs-by = حسب { $value }:
docs-all-channels = كل القنوات
docs-row = { $channel }، { $releases }: { $outcome } ({ $source })
docs-row-action = { $channel }، { $releases }، الإجراء { $action }: { $outcome } ({ $source })
docs-printed-row = { $channel }، { $releases }:

## Concepts

concepts-title = المفاهيم
concepts-lead = مصطلحات الصفحة. الملف مجموعة متطلبات، والإصدار مجموعة قدرات، ونطاق التوافق هو كل الإصدارات التي تستوفي المتطلبات جميعها. الصفحة مولَّدة من { $words } بالأمر { $command }.
concepts-answer = الإجابة
concepts-tflite = نماذج TensorFlow Lite
concepts-graphs = الرسوم البيانية
concepts-checkpoints = نقاط التفتيش ومجلدات SavedModel
