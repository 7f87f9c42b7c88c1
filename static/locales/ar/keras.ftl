# Keras files and HDF5.

error-hdf5-no-signature = لا يبدأ الملف بتوقيع HDF5.
error-hdf5-no-signature-advice = بداية الملف مفقودة أو كُتب فوقها، أو ليس الملف HDF5. انسخه مرة أخرى.

error-hdf5-damaged = البنية { $structure } عند هذه الإزاحة ليست HDF5 صالحًا.
error-hdf5-damaged-advice = كُتب فوق بايتات من الملف أو اقتُطعت. تُعرض الأجزاء المقروءة؛ انسخ الملف مرة أخرى.

error-hdf5-checksum = المجموع الاختباري للبنية { $structure } عند هذه الإزاحة غير مطابق.
error-hdf5-checksum-advice = تغيرت بايتات من الملف بعد كتابته. انسخه مرة أخرى.

error-hdf5-cycle = في شجرة B-tree حلقة.
error-hdf5-cycle-advice = لا يكتب أي برنامج ملفًا كهذا. عامله على أنه تالف أو خبيث.

error-hdf5-unsupported = لا يقرأ Vintage ميزة HDF5 هذه: { $feature }.
error-hdf5-unsupported-advice = يُعرض كل ما عداها. أعد كتابة الملف باستخدام h5py أو h5repack.

error-hdf5-filter = لا يمكن فك ضغط قطعة: لا تطابق بايتاتها المرشح { $filter }.
error-hdf5-filter-advice = كُتب فوق القطعة. لا تتأثر قيم مجموعات البيانات الأخرى.

error-hdf5-not-utf8 = نص السمة { $name } ليس UTF-8 ابتداءً من البايت { $at }.
error-hdf5-not-utf8-advice = كُتب فوق السمة أو كُتبت بترميز آخر.

error-hdf5-text-too-long = في سلسلة نصية { $size } بايت؛ ولا يُقرأ أكثر من { $limit }.
error-hdf5-text-too-long-advice = الملف تالف، أو أُعدّ لاستنزاف الذاكرة.

error-hdf5-too-deep = المجموعات هنا متداخلة إلى ما يتجاوز حد المستويات ({ $limit }).
error-hdf5-too-deep-advice = لا يكتب أي إصدار Keras ملفًا كهذا. تُعرض المستويات التي فوقها.

error-hdf5-too-many = الأسماء هنا أكثر من { $limit }.
error-hdf5-too-many-advice = تُعرض الأولى منها.

error-hdf5-too-much-metadata = تشير البنى إلى البايتات نفسها مرارًا؛ وقراءتها كلها تعادل أضعاف حجم الملف.
error-hdf5-too-much-metadata-advice = الملف تالف أو خبيث. يُعرض الجزء الذي قبلها.

error-hdf5-value-type = لا تُقرأ القيم من النوع { $dtype }: ليس في TensorFlow نوع كهذا.
error-hdf5-value-type-advice = يُعرض اسمها وشكلها وإزاحتها؛ استخدم h5py لقراءتها.

error-hdf5-value-too-large = في هذه القيمة { $size } بايت: أكثر من الملف، أو من الحد { $limit } بايت.
error-hdf5-value-too-large-advice = اقرأها على أجزاء باستخدام h5py.

error-keras-json-damaged = النص ليس JSON صالحًا ابتداءً من البايت { $at }.
error-keras-json-damaged-advice = اقتُطعت الإعدادات أو غُيّرت يدويًا. يرفضها Keras؛ وما زالت الأوزان تُعرض.

error-keras-json-too-deep = الإعدادات متداخلة إلى ما يتجاوز حد المستويات ({ $limit })؛ لا يقرأ Vintage أعمق من ذلك.
error-keras-json-too-deep-advice = قد يكون الملف سليمًا: يقرؤه Keras. لا تُعرض إلا الأوزان.

error-keras-json-too-large = في الإعدادات { $size } بايت؛ ولا يُقرأ أكثر من { $limit }.
error-keras-json-too-large-advice = لا تُعرض إلا الأوزان.

error-keras-member-missing = ليس في الأرشيف { $member }.
error-keras-member-missing-advice = يرفض Keras ملفًا كهذا. احفظ النموذج مرة أخرى، أو انسخ الملف الكامل.

error-keras-no-class = لا تذكر الإعدادات صنفًا للنموذج.
error-keras-no-class-advice = يرفضها Keras؛ وما زالت الأوزان تُعرض.

requirement-keras-archive = يجب أن يقرأ الإصدار أرشيفات { ".keras" }؛ يقرؤها TensorFlow منذ 2.12.
requirement-keras-archive-weights = يجب أن تقبل load_weights ملف { ".keras" }.
requirement-keras-no-model = تحتاج load_model إلى إعدادات النموذج، وليس في الملف إلا أوزان.
requirement-keras-weights-file = يجب أن يقرأ الإصدار الأوزان المخزنة بحسب بنية النموذج.
requirement-keras-new-groups = يجب أن يبحث الإصدار عن الأوزان في مجموعات اسمها «{ $subject }»، كما يفعل Keras منذ 2.15.
requirement-keras-old-groups = يجب أن يبحث الإصدار عن الأوزان في مجموعات اسمها «{ $subject }»، كما فعل Keras من 2.12 إلى 2.14.
requirement-keras-sequential-object = يجب أن يقبل الإصدار إعدادات نموذج Sequential كائنًا، لا قائمة طبقات.
requirement-keras-functional-class = يجب أن يعرف الإصدار النماذج من الصنف { $subject }؛ كان اسمه Model قبل 2.3.
requirement-keras-functional-module = يجب أن تكون الوحدة { $subject } في الإصدار، وقد جاءت مع Keras 3.
requirement-keras-input-ragged = يجب أن تقبل طبقات الإدخال المفتاح ragged.
requirement-keras-input-batch-shape = يجب أن تقبل طبقات الإدخال المفتاح batch_shape الذي يكتبه Keras 3 حيث كتب Keras 2 المفتاح batch_input_shape.
requirement-keras-input-batch-input-shape = يجب أن تقبل طبقات الإدخال المفتاح batch_input_shape الذي كتبه Keras 2.
requirement-keras-conv-groups = يجب أن تقبل طبقات الالتفاف المفتاح groups.
requirement-keras-axis-list = { $subject } قائمة كما يكتبها Keras 2؛ ولا يقبل Keras 3 إلا عددًا.
requirement-keras-new-optimizer = يجب أن يعرف الإصدار المحسِّن { $subject } بالاسم الذي تكتبه الإصدارات الأحدث.
requirement-keras-weight-mode = يجب أن يصرّف الإصدار النموذج من دون المفتاح { $subject } الذي تقرؤه الإصدارات الأقدم.
requirement-keras-short-name = يجب أن يجد الإصدار «{ $subject }» باسمه القصير عند تجميع النموذج.
requirement-keras-class = يجب أن يكون الصنف { $subject } في الإصدار.
requirement-keras-argument = يجب أن يقبل الإصدار المفتاح { $subject }.
requirement-keras-own-class = { $subject } صنف من طرف ثالث: يجب استيراد كوده وتسجيله.
requirement-keras-unknown-class = لا إصدار مختبَر يصدّر الصنف { $subject }؛ لا يُعرف هل يُحمَّل.

finding-keras-beside = منذ 2.16 يحمّل TensorFlow هذا الملف بنسخة Keras 3 المثبتة؛ وأحكام صف tensorflow تخص Keras 3.15.1.
finding-keras-beside-advice = انظر في صف keras إلى الإصدار الذي عندك (pip show keras). تثبيت tf_keras وتعيين TF_USE_LEGACY_KERAS=1 يعيدان Keras 2.
finding-keras-compile-optional = لا ترفض بعض الإصدارات إلا إعدادات التجميع.
finding-keras-compile-optional-advice = يعطي { "load_model(path, compile=False)" } النموذج دون المحسِّن ودالة الخسارة ومقاييس الأداء؛ جمّعه (compile) مرة أخرى.
finding-keras-weights-only = هذه أوزان بلا نموذج: تُحمَّل في كود يبني الطبقات نفسها.
finding-keras-weights-only-advice = ابنِ النموذج كما كان عند حفظ الأوزان، ثم استدعِ { "load_weights(path)" }.
finding-saved-model-keras = لا يحمّل Keras 3 ملف SavedModel هذا كنموذج: لا تقبل load_model إلا ملفات { ".keras" } و { ".h5" } منذ TensorFlow 2.16.
finding-saved-model-keras-advice = للاستدلال، غلّفه بالطبقة keras.layers.TFSMLayer مع path ومع call_endpoint قيمته { $endpoint }. وللحصول على نموذج للتدريب، حمّله في TensorFlow حتى 2.15 (أو باستخدام tf_keras) واحفظه بصيغة { ".keras" }.
