# Errors of TensorFlow's own files: graphs, SavedModels, checkpoints.

## Messages in wire form

error-proto-truncated = الملف ليس { $message } كاملاً: يمتد حقل يبدأ قرب البايت { $offset } إلى ما بعد نهاية رسالته.
error-proto-truncated-advice = اقتُطع الملف أو هو من نوع آخر. قارن حجمه بالأصل وانسخه مرة أخرى.

error-proto-bad-varint = الملف ليس { $message } صالحًا: لا ينتهي العدد عند البايت { $offset }.
error-proto-bad-varint-advice = الملف تالف أو من نوع آخر. انسخه مرة أخرى، وتحقق من أنه ما يدل عليه اسمه.

error-proto-bad-tag = الملف ليس { $message } صالحًا: لا يبدأ أي حقل بالبايت الذي عند { $offset }.
error-proto-bad-tag-advice = الملف تالف أو من نوع آخر. انسخه مرة أخرى، وتحقق من أنه ما يدل عليه اسمه.

error-proto-wrong-wire-type = الملف ليس { $message } صالحًا: للحقل عند البايت { $offset } نوع ترميز (wire type) خاطئ.
error-proto-wrong-wire-type-advice = الملف تالف أو من نوع آخر. يتخطى TensorFlow حقلاً كهذا دون تنبيه، فيضيع محتواه.

error-proto-bad-utf8 = الملف ليس { $message } صالحًا: النص عند البايت { $offset } ليس UTF-8.
error-proto-bad-utf8-advice = الملف تالف، أو كُتب اسم فيه بترميز آخر. صدّر النموذج مرة أخرى بأسماء UTF-8.

error-proto-too-deep = الرسائل في الملف متداخلة إلى ما يتجاوز حد المستويات ({ $limit }).
error-proto-too-deep-advice = يتوقف TensorFlow أيضًا عند 100 مستوى. الملف تالف أو خبيث.

error-proto-too-many = عناصر الملف أكثر من { $limit }.
error-proto-too-many-advice = إن كان الملف سليمًا، فافتحه بأداة سطر الأوامر بحد أعلى: docs/limits.md.

error-proto-undecodable = الملف ليس { $message } صالحًا: { $reason }
error-proto-undecodable-advice = الملف تالف أو من نوع آخر. انسخه مرة أخرى، وتحقق من أنه ما يدل عليه اسمه.

## Messages in text form

error-text-proto-unknown-field = السطر { $line }، العمود { $column }: ليس في { $message } حقل اسمه { $field }.
error-text-proto-unknown-field-advice = يرفض TensorFlow أيضًا ملفًا نصيًا كهذا. السبب المعتاد خطأ في كتابة الاسم؛ وقد يعرف إصدار أحدث حقلاً لا يعرفه Vintage.

error-text-proto-unexpected = السطر { $line }، العمود { $column }: «{ $found }» غير متوقع هنا.
error-text-proto-unexpected-advice = ابحث قبله بقليل عن قوس معقوف أو نقطتين أو علامة اقتباس ناقصة.

error-text-proto-bad-value = السطر { $line }، العمود { $column }: «{ $found }» ليست قيمة للحقل { $field }.
error-text-proto-bad-value-advice = تحقق من نوع الحقل: الأعداد ضمن المدى وبلا علامات اقتباس، والسلاسل النصية بعلامات اقتباس، وقيم enum أسماء.

error-text-proto-set-twice = السطر { $line }، العمود { $column }: عُيّن { $field } مرتين، أو مع حقل يستبعده.
error-text-proto-set-twice-advice = أبقِ واحدًا منهما. يرفض TensorFlow أيضًا ملفًا نصيًا كهذا.

error-text-proto-open-string = السطر { $line }، العمود { $column }: ليس للسلسلة النصية التي تبدأ هنا علامة اقتباس ختامية في سطرها.
error-text-proto-open-string-advice = أغلق علامة الاقتباس؛ واكتب فاصل الأسطر داخل السلسلة بالشكل { "\\n" }.

error-text-proto-bad-escape = السطر { $line }، العمود { $column }: تسلسل الهروب هذا غير معروف، أو عدده كبير جدًا.
error-text-proto-bad-escape-advice = اكتب الشرطة المائلة العكسية { "\\\\" }، والبايتات { "\\ooo" } (ثُماني) أو { "\\xhh" }.

error-text-proto-unknown-type = السطر { $line }، العمود { $column }: لا يقرأ Vintage النوع { $type }.
error-text-proto-unknown-type-advice = لا يمكن قراءة محتوى تلك الرسالة نصًا. يمكن فتح الملف في الشكل الثنائي.

## Tables: checkpoint indexes and V1 checkpoints

error-sstable-too-short = هذا الملف ({ $size } بايت) ليس فهرس نقطة تفتيش ولا نقطة تفتيش V1. رسالة TensorFlow: { "file is too short to be an sstable" }
error-sstable-too-short-advice = ربما توقف النسخ مبكرًا. نزّل الملف مرة أخرى.

error-sstable-bad-magic = هذا ليس فهرس نقطة تفتيش ولا نقطة تفتيش V1: البايتات الثمانية الأخيرة ليست بايتات جدول. رسالة TensorFlow: { "not an sstable (bad magic number)" }
error-sstable-bad-magic-advice = السبب المعتاد إعطاء ملف بيانات { "(.data-00000-of-00001)" } بدل البادئة، أو فهرس مقتطع أو فيه بايتات زائدة. أعطِ البادئة، مثل ckpt-10، وأبقِ ملفات { ".index" } و { ".data" } معًا.

error-sstable-bad-handle = في الجدول مقبض كتلة غير صالح.
error-sstable-bad-handle-advice = الملف تالف. نزّله مرة أخرى، أو ارجع إلى نقطة تفتيش سابقة.

error-sstable-truncated-block = يشير الجدول إلى كتلة تنتهي عند البايت { $wanted }؛ وحجم الملف { $size }.
error-sstable-truncated-block-advice = الملف تالف. نزّله مرة أخرى، أو ارجع إلى نقطة تفتيش سابقة.

error-sstable-checksum = إحدى كتل الجدول تالفة: مجموعها الاختباري { $computed } والمخزن { $stored }. رسالة TensorFlow: { "block checksum mismatch" }
error-sstable-checksum-advice = تغيرت بايتات بعد الكتابة. نزّل الملف مرة أخرى، أو ارجع إلى نقطة تفتيش سابقة.

error-sstable-bad-compression = إحدى كتل الجدول مضغوطة بطريقة غير معروفة (الرقم { $found }).
error-sstable-bad-compression-advice = لا يكتب TensorFlow إلا كتلاً عادية أو بضغط Snappy: ربما كان الملف تالفًا.

error-sstable-bad-snappy = لا يمكن فك ضغط إحدى كتل الجدول.
error-sstable-bad-snappy-advice = الملف تالف مع أن مجموعه الاختباري مطابق: في البرنامج الذي كتبه خلل.

error-sstable-bad-block = إحدى كتل الجدول أقصر من قائمة نقاط البدء فيها.
error-sstable-bad-block-advice = الملف تالف مع أن مجموعه الاختباري مطابق: في البرنامج الذي كتبه خلل.

error-sstable-bad-entry = يمتد السجل عند البايت { $offset } إلى ما بعد نهاية كتلته.
error-sstable-bad-entry-advice = الملف تالف مع أن مجموعه الاختباري مطابق: في البرنامج الذي كتبه خلل. أمكنت قراءة السجلات التي قبله.

error-inflated-too-large = ستشغل الكتلة { $size } بايت بعد فك ضغطها؛ والباقي من الحد { $limit }.
error-inflated-too-large-advice = إن كان الملف سليمًا، فافتحه بأداة سطر الأوامر على جهاز بذاكرة أكبر.

error-list-too-long = سجلات الملف أكثر من { $limit }.
error-list-too-long-advice = إن كان الملف سليمًا، فافتحه بأداة سطر الأوامر على جهاز بذاكرة أكبر.

## Checkpoints, form V2

error-bundle-no-header = ليس في الفهرس سجلات.
error-bundle-no-header-advice = ربما توقف الحفظ مبكرًا. ارجع إلى نقطة تفتيش سابقة.

error-bundle-bad-header = لا يبدأ الفهرس بترويسة مقروءة ({ $reason }).
error-bundle-bad-header-advice = الفهرس تالف. نزّله مرة أخرى، أو ارجع إلى نقطة تفتيش سابقة.

error-bundle-header-missing = ليس في الفهرس ترويسة: يبدأ بالمفتاح { $key }. يعدّ TensorFlow ذلك السجل ترويسة، ثم يبحث عن الأجزاء بأسماء خاطئة.
error-bundle-header-missing-advice = عُدّل الفهرس أو تلف. نزّله مرة أخرى، أو ارجع إلى نقطة تفتيش سابقة.

error-bundle-bad-shard-count = عدد الأجزاء المذكور في الترويسة { $found }.
error-bundle-bad-shard-count-advice = الفهرس تالف. نزّله مرة أخرى، أو ارجع إلى نقطة تفتيش سابقة.

error-bundle-bad-entry = لا يمكن قراءة سجل { $key } ({ $reason }).
error-bundle-bad-entry-advice = يمكن قراءة السجلات الأخرى. نزّل الفهرس مرة أخرى، أو ارجع إلى نقطة تفتيش سابقة من أجل هذا المتغير.

error-bundle-unknown-dtype = رقم نوع البيانات في { $key } هو { $dtype }، وهو غير موجود في أي إصدار.
error-bundle-unknown-dtype-advice = لا يستطيع TensorFlow سرد نقطة تفتيش كهذه. الفهرس تالف، أو هو من بناء فيه أنواع مخصصة.

error-bundle-shard-missing = الملف { $file } الذي فيه { $key } مفقود.
error-bundle-shard-missing-advice = أضف ذلك الملف: نقطة التفتيش هي فهرسها وكل ملفات بياناتها بأسمائها الأصلية.

error-bundle-data-truncated = تنتهي قيمة { $key } عند البايت { $wanted } من ملف بياناتها، وحجمه { $size }. رسالة TensorFlow: { "Read less bytes than requested" }
error-bundle-data-truncated-advice = اقتُطع ملف البيانات، أو هو من نقطة تفتيش أخرى بالاسم نفسه. نزّله مرة أخرى.

error-bundle-size-mismatch = يذكر سجل { $key } حجمًا قدره { $stored } بايت؛ ويحتاج نوع بياناته وشكله إلى { $expected }.
error-bundle-size-mismatch-advice = الفهرس تالف. يمكن قراءة المتغيرات الأخرى.

error-bundle-checksum = قيمة { $key } تالفة: مجموعها الاختباري { $computed } والمخزن { $stored }. رسالة TensorFlow: { "Checksum does not match" }
error-bundle-checksum-advice = تغيرت بايتات هذا المتغير بعد الكتابة، أو ملف البيانات من نقطة تفتيش أخرى. نزّل ملف البيانات مرة أخرى، أو استعد كل المتغيرات الأخرى.

error-bundle-lengths-checksum = أطوال السلاسل النصية في { $key } تالفة: مجموعها الاختباري { $computed } والمخزن { $stored }.
error-bundle-lengths-checksum-advice = تغيرت بايتات هذا المتغير بعد الكتابة. يمكن قراءة المتغيرات الأخرى.

error-bundle-strings-truncated = لا يتسع سجل { $key } ({ $size } بايت) للسلاسل النصية فيه.
error-bundle-strings-truncated-advice = الفهرس أو ملف البيانات تالف. يمكن قراءة المتغيرات الأخرى.

error-bundle-strings-trailing = تشغل السلاسل النصية في { $key } من سجلها { $used } بايت من أصل { $size }.
error-bundle-strings-trailing-advice = الفهرس أو ملف البيانات تالف. يمكن قراءة المتغيرات الأخرى.

error-bundle-slice-missing = الشريحة { $slice } من { $key } ليست في نقطة التفتيش.
error-bundle-slice-missing-advice = ضاع جزء أثناء الحفظ أو الدمج. ارجع إلى نقطة تفتيش سابقة، أو استعد كل المتغيرات الأخرى.

error-slice-outside = الشريحة { $slice } من { $key } خارج شكله { $shape }.
error-slice-outside-advice = الفهرس تالف. يمكن قراءة المتغيرات الأخرى.

error-slice-dtype = الشريحة { $slice } من { $key } نوعها { $found }؛ ونوع المتغير { $expected }.
error-slice-dtype-advice = الفهرس تالف. يمكن قراءة المتغيرات الأخرى.

error-slices-incomplete = تغطي شرائح { $key } من العناصر { $covered } من أصل { $expected }.
error-slices-incomplete-advice = جزء أو شريحة مفقودة. أضف الملفات المفقودة، أو استعد كل المتغيرات الأخرى.

error-checkpoint-no-such-key = ليس في نقطة التفتيش { $key }.
error-checkpoint-no-such-key-advice = راجع قائمة المتغيرات: قد يختلف نطاق أسماء أو اسم طبقة.

error-checkpoint-dtype-unsupported = لا تُعرض القيم من النوع { $dtype } ({ $key }).
error-checkpoint-dtype-unsupported-advice = لا يستطيع استخدام قيم كهذه إلا TensorFlow، مثل حالة مكرِّر مجموعة بيانات. يمكن قراءة كل ما عداها.

error-value-too-large = تشغل القيمة { $size } بايت؛ والحد { $limit }.
error-value-too-large-advice = يُعرض اسمها ونوع بياناتها وشكلها. يمكن رفع الحد في سطر الأوامر.

error-object-graph-not-a-string = السجل الذي ينبغي أن يحمل الرسم البياني للكائنات من النوع { $dtype } أو فيه أكثر من عنصر.
error-object-graph-not-a-string-advice = يمكن قراءة المتغيرات بمفاتيحها. عُدّلت نقطة التفتيش أو تلفت.

error-object-bad-reference = يشير الكائن { $object } إلى الكائن { $reference } غير الموجود.
error-object-bad-reference-advice = الرسم البياني للكائنات تالف؛ أُهملت تلك الحافة.

error-object-paths-too-long = تشغل مسارات الكائنات أكثر من { $limit } بايت؛ وتُعرض البقية بلا مسار.
error-object-paths-too-long-advice = الرسم البياني للكائنات عميق على نحو غير معتاد. يمكن قراءة المفاتيح والقيم.

## Checkpoints, form V1

error-v1-no-meta = ليس في الجدول السجل الذي يسرد موتراته.
error-v1-no-meta-advice = الملف ليس نقطة تفتيش V1، أو هو تالف. نزّله مرة أخرى.

error-v1-no-data = ليس في سجل { $key } قيم.
error-v1-no-data-advice = الملف تالف. يمكن قراءة المتغيرات الأخرى.

error-v1-shapes-differ = يعطي جزءان للمفتاح { $key } أشكالاً أو أنواع بيانات مختلفة.
error-v1-shapes-differ-advice = الأجزاء من نقاط تفتيش مختلفة. أعطِ ملفات نقطة تفتيش واحدة فقط.

error-v1-shards-missing = الأجزاء الموجودة { $found } من { $expected }.
error-v1-shards-missing-advice = أضف الملفات الأخرى: لا تُسرد المتغيرات التي فيها.

## Values of tensors

error-tensor-bad-shape = { $shape } ليس شكلاً صالحًا.
error-tensor-bad-shape-advice = الملف تالف، أو البُعد غير معروف قبل تشغيل النموذج.

error-tensor-content-size = في الموتر { $stored } بايت؛ ويحتاج نوع بياناته وشكله إلى { $expected }.
error-tensor-content-size-advice = الملف تالف. صدّر النموذج مرة أخرى.

error-tensor-dtype-without-values = لا تُعرض القيم من النوع { $dtype }.
error-tensor-dtype-without-values-advice = لا يستطيع استخدام قيم كهذه إلا TensorFlow، مثل مقابض الموارد.

## SavedModel folders

error-saved-model-missing = ليس في المجلد saved_model.pb ولا saved_model.pbtxt.
error-saved-model-missing-advice = أفلت المجلد الذي فيه أحدهما. المجلد الذي ليس فيه إلا متغيرات نقطة تفتيش: أفلت ملفاته بدلاً منه.

error-sstable-key-order = المفتاح «{ $key }» في الجدول ليس في ترتيبه، أو مكرر.
error-sstable-key-order-advice = يتوقع TensorFlow جدولاً مرتبًا وقد يجد قيمة خاطئة لهذا المفتاح. الملف تالف، أو لم يكتبه TensorFlow.

error-slices-overlap = تتداخل الشريحة { $slice } من هذا المتغير مع شريحة أخرى.
error-slices-overlap-advice = يرفض TensorFlow نقطة تفتيش كهذه: شرائح متداخلة. جُمعت من عمليات حفظ مختلفة، أو هي تالفة.
