# Restores of a checkpoint into a program: the Objects view and `vintage restore`.

restore-restored = المستعاد
restore-misfits = لا يتوافق
restore-missing = مفقود في نقطة التفتيش
restore-delayed = مؤجل حتى إنشاء الكائن
restore-left-over = المتبقي
restore-renames = تغيّر اسمه على الأرجح

restore-how-restored = مستعاد
restore-how-created = ينشئه المحسِّن
restore-how-shadowed = يحتفظ كائنه بقيمة أخرى
restore-how-assigned = يُسند بعد الاستعادة
restore-how-converted = يُسند بعد الاستعادة محوَّلاً إلى نوع بيانات المتغير
restore-waits-for = ينتظر { $name } في { $on }
restore-why-no-name = لا شيء في البرنامج بهذا الاسم
restore-why-not-a-value = كائن البرنامج لا يحمل قيمة كهذه
restore-why-no-slots = محسِّن البرنامج لا يحتفظ بمتغير خانة كهذا
restore-ambiguous = قيمة أخرى مطابقة أيضًا
restore-by-name = بالاسم فقط: قارن الأشكال

cli-no-checkpoint = ليس بين هذه الملفات نقطة تفتيش ولا SavedModel فيه متغيرات.
cli-restore-into-what = سمِّ وجهة الاستعادة: { "--into PATH" } أو { "--only OBJECT …" } أو { "--names FILE" }.
cli-restore-fails = يفشل الاستدعاء نفسه
cli-restore-holds = ينجح
cli-restore-raises = يطلق AssertionError
cli-restore-slot = متغير خانة

error-restore-no-such-path = ليس في كائنات نقطة التفتيش المسار «{ $path }»: لا يصل إلى أبعد من «{ $at }».
error-restore-no-such-path-advice = اكتب المسارات كما يسردها عرض «الكائنات»: أسماء الأبناء مفصولة بالعلامة { "/" }.
error-restore-no-objects = ليس في { $name } رسم بياني للكائنات: كُتبت بالأسماء، باستخدام tf.compat.v1.train.Saver أو Estimator.
error-restore-no-objects-advice = أعطِ بدلاً من ذلك أسماء متغيرات البرنامج.
error-restore-no-checkpoint = ليس في { $name } متغيرات تُستعاد.
error-restore-no-checkpoint-advice = اختر نقطة تفتيش، أو SavedModel فيه مجلد variables.

restore-into = الاستعادة إلى
restore-into-artifact = البرنامج الذي كتب ملفًا آخر هنا
restore-into-paths = بعض كائنات نقطة التفتيش هذه
restore-into-names = متغيرات بأسمائها
restore-drop-another = لتجربتها على برنامجك، احفظ نقطة تفتيش من ذلك البرنامج وأفلتها بجانب هذه.
restore-names = أسماء متغيرات البرنامج
restore-names-hint = dense/kernel
restore-nothing-yet = اختر كائنات البرنامج لترى النتيجة.
restore-call-fails = يفشل الاستدعاء نفسه:
restore-holds = { $name } ينجح
restore-raises = { $name } يطلق AssertionError
restore-misfit = { $stored } لا يتوافق مع { $wanted }
restore-waits = ينتظر { $child }
restore-renames-what = قيم من النوع والشكل نفسيهما باسم آخر. راجع كلاً منها قبل استخدامها.
copy-python = نسخ بصيغة Python
copy-json = نسخ بصيغة JSON

restore-map = الربط
restore-map-what = اكتب مفتاحًا لمتغير، أو اسحب إليه مفتاحًا غير مستخدم.
restore-map-objects = تُسند القيم بعد الاستعادة، فلا تتغير نتائج التأكيدات.
restore-map-variables = متغيرات بلا قيمة
restore-map-keys = مفاتيح غير مستخدمة
restore-map-key = مفتاح في نقطة التفتيش
restore-map-key-for = مفتاح { $name }
restore-map-undo = تراجع
restore-map-undo-of = تراجع عن ربط { $name }
restore-map-clear = تراجع عن الكل
restore-map-all = ربطها كلها
restore-map-filter = تصفية المتغيرات والمفاتيح
restore-map-more = توجد نتائج أخرى: استخدم التصفية.
restore-map-converted = محوَّل إلى نوع بيانات المتغير
restore-map-misfit = النوع أو الشكل لا يتوافق
restore-map-no-variable = لا يوجد في البرنامج متغير كهذا
restore-map-no-key = لا توجد في نقطة التفتيش قيمة كهذه
restore-map-has-value = الاستعادة نفسها تعطيه قيمة
restore-map-key-used = متغير آخر يأخذ هذه القيمة
copy-map-python = نسخ الربط بصيغة Python
copy-map-json = نسخ الربط بصيغة JSON
