# Archives, content that is not a model, and the details of TFLite models.

error-zip-damaged = لا يمكن قراءة قائمة الملفات في أرشيف zip هذا.
error-zip-damaged-advice = ربما انقطع التنزيل: القائمة في النهاية. نزّله مرة أخرى.

error-zip-too-many-files = عدد الملفات في أرشيف zip هو { $count }؛ والحد { $limit }.
error-zip-too-many-files-advice = فك ضغطه وافتح مجلد النموذج.

error-zip-member-damaged = بيانات «{ $member }» في أرشيف zip هذا تالفة.
error-zip-member-damaged-advice = نزّل الأرشيف أو أنشئه مرة أخرى.

error-zip-encrypted = «{ $member }» مشفّر.
error-zip-encrypted-advice = فك ضغط الأرشيف بكلمة مروره وافتح الملفات.

error-zip-method = «{ $member }» مضغوط بالطريقة { $method }؛ يقرأ Vintage الملفات المخزنة والمضغوطة بطريقة deflate.
error-zip-method-advice = فك ضغط الأرشيف وافتح الملفات، أو أنشئه مرة أخرى ببرنامج zip عادي.

error-zip-duplicate-name = في أرشيف zip أكثر من ملف اسمه «{ $member }».
error-zip-duplicate-name-advice = تختلف البرامج في أيها المعتمد. أنشئ الأرشيف مرة أخرى.

error-zip-bomb = سيشغل «{ $member }» بعد فك ضغطه { $size } بايت، أكثر مما تتسع له بياناته المضغوطة.
error-zip-bomb-advice = الأرشيف تالف أو أُعدّ لاستنزاف الذاكرة.

error-zip-too-large = سيشغل «{ $member }» بعد فك ضغطه ذاكرة أكثر من الحد، وهو { $limit } بايت.
error-zip-too-large-advice = فك ضغط الأرشيف وافتح الملفات: عندئذٍ تُقرأ على أجزاء.

error-archive-empty = ليس في هذا الأرشيف ملفات.
error-archive-empty-advice = أنشئ أرشيف ملفات النموذج مرة أخرى.

error-archive-too-deep = الأرشيفات متداخلة إلى ما يتجاوز حد المستويات ({ $limit }).
error-archive-too-deep-advice = فك ضغط الأرشيفات الخارجية وافتح هذا وحده.

error-archive-grows-too-much = يكبر «{ $member }» بعد فك ضغطه إلى أكثر من { $limit } ضعف حجمه.
error-archive-grows-too-much-advice = هذا ما تفعله أرشيفات أُعدّت لاستنزاف الذاكرة. إن كنت تثق به، ففك ضغطه بنفسك وافتح الملفات.

error-archive-form-unsupported = هذا أرشيف { $form }؛ يفتح Vintage أرشيفات zip و tar و gzip.
error-archive-form-unsupported-advice = فك ضغطه وافتح الملفات، أو ضعها في أرشيف zip.

error-gzip-damaged = البيانات المضغوطة في ملف gzip هذا تالفة.
error-gzip-damaged-advice = تُعرض البيانات التي قبل التلف. نزّل الملف أو أنشئه مرة أخرى.

error-gzip-cut = ينتهي ملف gzip مبكرًا؛ أمكن فك ضغط { $size } بايت.
error-gzip-cut-advice = ربما انقطع التنزيل. نزّله مرة أخرى.

error-gzip-too-large = سيتجاوز فك ضغط هذا الملف الحد، وهو { $limit } بايت.
error-gzip-too-large-advice = فك ضغطه بنفسك وافتح الملفات: عندئذٍ تُقرأ على أجزاء.

error-gzip-too-many-streams = تدفقات ملف gzip أكثر من { $limit }.
error-gzip-too-many-streams-advice = فك ضغطه بنفسك وافتح الملفات.

error-tar-cut = ينتهي أرشيف tar وسط ترويسة.
error-tar-cut-advice = ربما انقطع التنزيل. نزّله مرة أخرى.

error-tar-header-damaged = إحدى ترويسات أرشيف tar هذا تالفة: مجموعها الاختباري غير مطابق.
error-tar-header-damaged-advice = تُعرض الملفات التي حولها. نزّل الأرشيف أو أنشئه مرة أخرى.

error-tar-too-many-files = ملفات أرشيف tar أكثر من { $limit }.
error-tar-too-many-files-advice = فك الأرشيف وافتح مجلد النموذج.

error-tar-member-cut = «{ $member }» غير مكتمل: ينتهي أرشيف tar قبله.
error-tar-member-cut-advice = ربما انقطع التنزيل. نزّله مرة أخرى.

error-tar-duplicate-name = في أرشيف tar هذا ملف لاحق بالاسم نفسه يحل محل «{ $member }».
error-tar-duplicate-name-advice = تحتفظ البرامج باللاحق. أنشئ الأرشيف مرة أخرى إن لم تتوقع ذلك.

error-tar-link = «{ $member }» رابط إلى «{ $target }»، لا ملف.
error-tar-link-advice = ضع في الأرشيف الملف نفسه { "(tar --dereference)" }.

error-tar-device = «{ $member }» جهاز أو أنبوب، لا ملف.
error-tar-device-advice = لا تحتوي النماذج على أجهزة؛ استبعده.

error-tar-sparse = «{ $member }» مخزن بفجوات (sparse)، ولا يقرأ Vintage ذلك في tar.
error-tar-sparse-advice = أنشئ الأرشيف دون { "--sparse" }، أو فك الأرشيف وافتح الملف.

error-tar-volumes = يستمر «{ $member }» في جزء آخر (volume) من أرشيف tar هذا.
error-tar-volumes-advice = فك كل الأجزاء معًا وافتح الملف.

error-tflite-metadata-damaged = لا يمكن قراءة وصف النموذج (TFLITE_METADATA).
error-tflite-metadata-damaged-advice = تتجاهله بيئات التشغيل؛ وتفشل البرامج التي تستخدمه لتجهيز المدخلات. اكتبه مرة أخرى بأداة كتابة البيانات الوصفية.

details-beside = يتبع
details-files = الملفات داخل النموذج
details-file-lines = { $n ->
    [zero] بلا أسطر، { $size }
    [one] سطر واحد، { $size }
    [two] سطران، { $size }
    [few] { $n } أسطر، { $size }
    [many] { $n } سطرًا، { $size }
   *[other] { $n } سطر، { $size }
}
details-said = بيانات المؤلف الوصفية
details-name = الاسم
details-description = الوصف
details-version = النسخة
details-author = المؤلف
details-license = الترخيص
details-content = المحتوى
details-steps = قبل الرسم البياني وبعده
details-tensors = الموترات
details-filter-tensors = تصفية الموترات بالاسم أو النوع
details-subgraph = الرسم البياني الفرعي
details-count-tensors = { $n ->
    [zero] بلا موترات
    [one] موتر واحد
    [two] موتران
    [few] { $n } موترات
    [many] { $n } موترًا
   *[other] { $n } موتر
}
details-quantization = التخزين
details-saved-functions = الدوال القابلة للاستدعاء
details-arguments = الوسائط
details-declared = الأنواع المعلنة
details-functions = { $n ->
    [zero] لا دوال في المكتبة
    [one] دالة واحدة في المكتبة
    [two] دالتان في المكتبة
    [few] { $n } دوال في المكتبة
    [many] { $n } دالة في المكتبة
   *[other] { $n } دالة في المكتبة
}
details-inputs = المدخلات
details-outputs = المخرجات
details-nodes = العقد
details-collections = التجميعات
details-assets = الأصول
details-here = هنا
details-missing = ليس بين الملفات
details-newest = الأحدث
details-saver = Saver
details-stripped = { $n ->
    [zero] لا تعريفات عمليات
    [one] تعريف عملية واحدة
    [two] تعريفا عمليتين
    [few] تعريفات { $n } عمليات
    [many] تعريفات { $n } عملية
   *[other] تعريفات { $n } عملية
}
details-object-types = كائنات لها أنواعها الخاصة
details-fingerprint = البصمة
details-state = { $n ->
    [zero] لا يسرد نقاط تفتيش
    [one] يسرد نقطة تفتيش واحدة
    [two] يسرد نقطتي تفتيش
    [few] يسرد { $n } نقاط تفتيش
    [many] يسرد { $n } نقطة تفتيش
   *[other] يسرد { $n } نقطة تفتيش
}

error-riegeli-damaged = سجلات هذا الملف تالفة.
error-riegeli-damaged-advice = انسخ الملف أو نزّله مرة أخرى.
error-riegeli-unsupported = سجلات هذا الملف مخزنة بشكل ({ $form }) لا يقرؤه Vintage.
error-riegeli-unsupported-advice = حمّل النموذج في TensorFlow الذي كتبه واحفظه مرة أخرى بأقل من 2 غ.ب، أو غير مجزّأ.
error-chunked-metadata-damaged = لا يمكن قراءة السجل الأخير الذي يصف كيف تُجمع قطع هذا النموذج.
error-chunked-metadata-damaged-advice = ربما اقتُطع الملف. انسخه مرة أخرى.
error-chunked-part-missing = القطعة { $index } من هذا النموذج ليست عند الإزاحة المذكورة.
error-chunked-part-missing-advice = الملف تالف. انسخه مرة أخرى.
error-chunked-place-missing = تشير قطعة من هذا النموذج إلى قطعة مفقودة.
error-chunked-place-missing-advice = الملف تالف، أو لم يجزّئه TensorFlow.
error-chunked-version = جُزّئ هذا النموذج بالنسخة { $version } من أداة التجزئة في TensorFlow؛ يقرأ Vintage النسخة 0.
error-chunked-version-advice = احفظه مرة أخرى بإصدار TensorFlow أقدم، أو غير مجزّأ.
error-chunked-too-deep = قطع هذا النموذج متداخلة إلى ما يتجاوز حد المستويات ({ $limit }).
error-chunked-too-deep-advice = لا يبلغ نموذج صالح هذا العمق؛ الملف تالف أو خبيث.
error-mapped-damaged = الدليل في نهاية هذا الرسم البياني المعيّن في الذاكرة (memory-mapped) تالف.
error-mapped-damaged-advice = ربما اقتُطع الملف: الدليل في النهاية. انسخه مرة أخرى.
error-mapped-no-graph = ليس في هذه الحزمة المعيّنة في الذاكرة (memory-mapped) رسم بياني.
error-mapped-no-graph-advice = حوّل الرسم البياني المجمَّد مرة أخرى بالأداة convert_graphdef_memmapped_format.
error-events-damaged = سجل في ملف الأحداث هذا تالف عند البايت { $offset }: لا يتطابق مجموعه الاختباري أو حدثه.
error-events-damaged-advice = انسخ الملف مرة أخرى، أو اكتب الرسم البياني في ملف جديد.
error-events-truncated = ينتهي السجل عند البايت { $offset } من ملف الأحداث هذا بعد نهاية الملف، وحجمه { $size } بايت. لا رسم بيانيًا في السجلات التي قبله.
error-events-truncated-advice = اقتُطع الملف، أو نُسخ أثناء كتابة TensorFlow له. انسخه مرة أخرى.
error-events-no-graph = ليس في ملف أحداث TensorBoard هذا رسم بياني.
error-events-no-graph-advice = يقرأ Vintage الرسم البياني الذي كتبته tf.compat.v1.summary.FileWriter أو tf.summary.graph أو الاستدعاء الراجع TensorBoard في Keras. افتح النموذج أو نقطة تفتيش.

## Content that is not a TensorFlow model

error-content-git-lfs = هذا مؤشر Git LFS، لا النموذج.
error-content-git-lfs-advice = شغّل `git lfs pull` في المستودع، أو نزّل الملف نفسه ({ $bytes } بايت)، ثم افتحه مرة أخرى.

error-content-html = هذه صفحة ويب (HTML).
error-content-html-advice = ربما أرسل الخادم صفحة خطأ أو تسجيل دخول. افتح العنوان في متصفح ونزّل الملف نفسه.

error-content-image = هذه صورة { $form }.
error-content-image-advice = افتح نموذجًا؛ يأخذ عرض «التشغيل» فيه الصور مدخلات.

error-content-events = هذا ملف أحداث TensorBoard بجانب نموذج.
error-content-events-advice = لرؤية الرسم البياني الذي فيه، افتح ملف الأحداث وحده.

error-content-onnx = هذا نموذج ONNX.
error-content-onnx-advice = يقرأ Vintage ملفات TensorFlow و TFLite و Keras. افتح النموذج الذي حُوّل هذا منه أو إليه.

error-content-pytorch = هذا ملف PyTorch.
error-content-pytorch-advice = يقرأ Vintage ملفات TensorFlow و TFLite و Keras. افتح النموذج الذي حُوّل هذا إليه.

error-content-pickle = هذا ملف Python pickle.
error-content-pickle-advice = قد يشغّل ملف pickle كودًا عند تحميله، لذلك لا يقرؤه Vintage. احفظ النموذج بإحدى صيغ TensorFlow.

error-content-gguf = هذا نموذج GGUF.
error-content-gguf-advice = صيغة GGUF هي صيغة llama.cpp؛ لا يحمّلها TensorFlow.

error-content-safetensors = هذه أوزان بصيغة safetensors.
error-content-safetensors-advice = لا يحمّلها TensorFlow وحدها. افتح نقطة التفتيش أو ملف { ".h5" } أو { ".tflite" } الذي بجانبها، إن وُجد.

error-content-numpy = هذه مصفوفة NumPy.
error-content-numpy-advice = افتح نموذجًا؛ يأخذ عرض «التشغيل» فيه المصفوفات مدخلات.

error-content-json = هذا JSON.
error-content-json-advice = الإعدادات والمفردات والبيانات الوصفية ليست النموذج. افتح ملف النموذج نفسه.

error-content-tfjs = هذه بنية نموذج TensorFlow.js.
error-content-tfjs-advice = يحمّلها TensorFlow.js مع ملفات أوزانها. افتح SavedModel أو ملف Keras الذي حُوّلت منه.
error-content-tfjs-keras3 = هذا layers model من TensorFlow.js صدّره Keras 3: في طبقة إدخال المفتاح { $key } الذي لا يقرؤه TensorFlow.js. يتوقف بالرسالة «An InputLayer should be passed either a `batchInputShape` or an `inputShape`.»
error-content-tfjs-keras3-advice = غيّر اسم المفتاح في كل طبقة إدخال: { "sed -i" } 's/"{ $key }"/"{ $to }"/g' { "model.json" }. أو حوّل نموذجًا من Keras 2 (tf_keras).

error-content-markdown = هذا نص Markdown.
error-content-markdown-advice = افتح ملف النموذج نفسه.

error-content-text = هذا نص عادي.
error-content-text-advice = ليس نموذجًا في الشكل النصي: حقله الأول لا ينتمي إلى GraphDef ولا MetaGraphDef ولا SavedModel ولا حالة نقاط التفتيش. افتح ملف النموذج نفسه.

error-content-zeros = كل البايتات ({ $bytes }) أصفار.
error-content-zeros-advice = ربما فشل التنزيل أو النسخ. احصل على الملف مرة أخرى.
