# Errors of TensorFlow Lite files, archives, and unknown files.

error-tflite-too-short = حجم الملف { $size } بايت؛ ولا يقل النموذج عن 8.
error-tflite-too-short-advice = ربما لم يكتمل النسخ. قارن حجم الملف بالأصل وانسخه مرة أخرى.

error-tflite-no-identifier = المتوقع المعرّف «TFL3» في البايتات من 4 إلى 7، والموجود «{ $found }».
error-tflite-no-identifier-advice = هذا ليس نموذج TensorFlow Lite، أو كُتب فوق بدايته. ترفضه بيئات التشغيل.

error-tflite-offset-outside = يشير حقل إلى ما بعد نهاية الملف، وحجمه { $size } بايت.
error-tflite-offset-outside-advice = اقتُطع الملف أو تلف. قارن حجمه بالأصل وانسخه مرة أخرى.

error-tflite-table-damaged = البيانات عند هذه الإزاحة ليست جدولاً صالحًا.
error-tflite-table-damaged-advice = كُتب فوق بايتات من الملف. تُعرض الأجزاء المقروءة؛ انسخ الملف مرة أخرى لاستخدام النموذج.

error-tflite-list-outside = قائمة عدد عناصرها { $count } لا يتسع لها الملف، وحجمه { $size } بايت.
error-tflite-list-outside-advice = اقتُطع الملف أو تلف. قارن حجمه بالأصل وانسخه مرة أخرى.

error-tflite-buffer-outside-file = تنتهي بيانات مخزن مؤقت بعد نهاية الملف، وحجمه { $size } بايت.
error-tflite-buffer-outside-file-advice = الأوزان مخزنة بعد بنية النموذج وقد اقتُطعت. انسخ الملف الكامل مرة أخرى.

error-tflite-field-missing = الحقل المطلوب «{ $field }» مفقود.
error-tflite-field-missing-advice = تركه البرنامج الذي كتب الملف. حوّل النموذج مرة أخرى بمحوِّل حديث.


error-tflite-text-not-utf8 = في أحد الأسماء بايتات ليست UTF-8.
error-tflite-text-not-utf8-advice = تتجاهله معظم بيئات التشغيل؛ ويفشل Python عند طباعة الاسم. أعد تسمية الموتر أو العملية.

error-tflite-text-unterminated = ليس في نهاية سلسلة نصية بايت صفري.
error-tflite-text-unterminated-advice = ترفض ذلك بيئات التشغيل التي تتحقق من الملفات. اكتب الملف مرة أخرى بمكتبة FlatBuffers.

error-tflite-unaligned = القيمة عند البايت { $position } غير محاذاة لحجمها.
error-tflite-unaligned-advice = ترفض ذلك بيئات التشغيل التي تتحقق من الملفات؛ وقد تنهار الأقدم على بعض وحدات CPU. اكتب الملف مرة أخرى بمكتبة FlatBuffers.

error-tflite-too-many-tables = يصف الملف أجزاء أكثر من { $limit }.
error-tflite-too-many-tables-advice = لا يُتوقع نموذج صالح بهذا الحجم؛ ربما تتكرر الأجزاء بسبب تلف.

error-tflite-too-much-data = تكرر قوائم الملف البيانات نفسها، ومجموعها أكثر من { $limit } بايت.
error-tflite-too-much-data-advice = لا يفعل ذلك نموذج صالح؛ الملف تالف أو أُعدّ لاستنزاف الذاكرة.

error-tflite-too-deep = الجداول متداخلة إلى ما يتجاوز حد المستويات ({ $limit }).
error-tflite-too-deep-advice = لا يبلغ نموذج صالح هذا العمق؛ الملف تالف أو أُعدّ لاستنزاف الذاكرة.

error-tflite-list-too-long = عناصر إحدى القوائم أكثر من { $limit }.
error-tflite-list-too-long-advice = لا يبلغ نموذج صالح هذا الحجم؛ الملف تالف أو أُعدّ لاستنزاف الذاكرة.

error-tflite-text-too-long = سلسلة نصية أطول من { $limit } بايت.
error-tflite-text-too-long-advice = ربما كُتب فوق طولها. انسخ الملف مرة أخرى.

error-tflite-schema-version = نسخة schema في النموذج { $found }؛ ولا تقرأ بيئات التشغيل إلا { $supported }.
error-tflite-schema-version-advice = حوّل النموذج مرة أخرى بمحوِّل حديث.

error-tflite-no-subgraph = ليس في النموذج رسم بياني فرعي.
error-tflite-no-subgraph-advice = لا شيء يُشغَّل. حوّل النموذج مرة أخرى.

error-tflite-opcode-outside = تشير العملية إلى رمز العملية { $index }؛ وعدد الرموز في النموذج { $count }.
error-tflite-opcode-outside-advice = الملف تالف أو عُدّل يدويًا. حوّل النموذج مرة أخرى.

error-tflite-tensor-outside = الموتر { $index } غير موجود؛ وعدد الموترات في الرسم البياني الفرعي { $count }.
error-tflite-tensor-outside-advice = الملف تالف أو عُدّل يدويًا. حوّل النموذج مرة أخرى.

error-tflite-buffer-outside = يشير الموتر إلى المخزن المؤقت { $index }؛ وعدد المخازن في النموذج { $count }.
error-tflite-buffer-outside-advice = الملف تالف أو عُدّل يدويًا. حوّل النموذج مرة أخرى.

error-tflite-subgraph-outside = الرسم البياني الفرعي { $index } غير موجود؛ وعددها في النموذج { $count }.
error-tflite-subgraph-outside-advice = الملف تالف أو عُدّل يدويًا. حوّل النموذج مرة أخرى.

error-tflite-shape-impossible = في الشكل { $shape } حجم سالب، أو عناصر أكثر مما يمكن عدّه.
error-tflite-shape-impossible-advice = الملف تالف أو عُدّل يدويًا. حوّل النموذج مرة أخرى.

error-tflite-shared-tensor = الموتر { $index } مدخل ومخرج لعملية واحدة.
error-tflite-shared-tensor-advice = الملف تالف أو عُدّل يدويًا. حوّل النموذج مرة أخرى.

error-tflite-signature-key-missing = أحد التوقيعات بلا مفتاح.
error-tflite-signature-key-missing-advice = لا تستطيع بيئات التشغيل استدعاءه بالاسم. حوّل النموذج مرة أخرى.

error-checkpoint-index-missing = { $count ->
    [one] هذا ملف بيانات لنقطة تفتيش، والفهرس مفقود.
    [two] هذان ملفا بيانات لنقطة تفتيش، والفهرس مفقود.
    [few] هذه { $count } ملفات بيانات لنقطة تفتيش، والفهرس مفقود.
    [many] هذه { $count } ملف بيانات لنقطة تفتيش، والفهرس مفقود.
   *[other] هذه { $count } ملف بيانات لنقطة تفتيش، والفهرس مفقود.
}
error-checkpoint-index-missing-advice = افتح «{ $index }» معه: يسرد الفهرس محتوى ملفات البيانات. مرّر إلى البرامج البادئة المشتركة بين الاسمين، لا ملف البيانات.


error-file-empty = الملف فارغ.
error-file-empty-advice = ربما فشل النسخ. انسخ الملف مرة أخرى.

error-file-unknown = لا يعرف Vintage هذا النوع من الملفات: يبدأ بالبايتات { $bytes }.
error-file-unknown-advice = يقرأ Vintage ملفات { ".tflite" } و SavedModel و GraphDef و MetaGraphDef ونقاط التفتيش، وملفات zip و tar و gzip منها.
