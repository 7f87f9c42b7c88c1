# The page. Values that are names, versions or paths arrive marked and are set in mono.
# Code that begins or ends with a sign is a string literal: placeables are isolated, so it keeps its direction.

skip = الانتقال إلى المحتوى
palette-open = بحث
share = نسخ الرابط
share-long = نسخ رابط هذا العرض
share-local = { $n ->
    [one] نُسخ الرابط دون الملف: افتح الرابط ثم أفلت { $name } هناك.
    [two] نُسخ الرابط دون الملفين: افتح الرابط ثم أفلتهما هناك.
    [few] نُسخ الرابط دون الملفات ({ $n }): افتح الرابط ثم أفلتها هناك.
    [many] نُسخ الرابط دون الملفات ({ $n }): افتح الرابط ثم أفلتها هناك.
   *[other] نُسخ الرابط دون الملفات ({ $n }): افتح الرابط ثم أفلتها هناك.
}
theme = المظهر
theme-system = النظام
theme-light = فاتح
theme-dark = داكن
language = اللغة
evolution-open = التطور
evolution-open-long = التطور: كيف تُحمَّل الرسوم البيانية حين تتغير عملية
about-this = حول هذا
help = المساعدة واختصارات لوحة المفاتيح
copy = نسخ
copied = تم النسخ
copy-message = نسخ الرسالة
close = إغلاق
cancel = إلغاء
dismiss = إخفاء
number = { NUMBER($n) }
unit-bytes = { $n ->
    [one] { $n } بايت
    [two] { $n } بايت
    [few] { $n } بايت
    [many] { $n } بايت
   *[other] { $n } بايت
}
unit-kb = { $n } ك.ب
unit-mb = { $n } م.ب
unit-gb = { $n } غ.ب

## First screen

open-more = إفلات أو فتح…
drop-here = أفلت للفتح
samples = أو جرّب مثالاً
sample-fully-connected-12 = نموذج ترفضه الهواتف القديمة
sample-fully-connected-12-why = كتب محوِّل حديث FULLY_CONNECTED بالنسخة 12؛ وأعلى نسخة تعرفها بيئات التشغيل حتى 2.16 هي 11.
sample-frozen-2017 = رسم بياني مجمَّد من عام 2017
sample-frozen-2017-why = جمّده TensorFlow 1.1، وما زالت كل الإصدارات اللاحقة تحمّله.
sample-guide-checkpoint = نقطة تفتيش من دليل التدريب
sample-guide-checkpoint-why = المتغيرات ومتغيرات الخانات والرسم البياني للكائنات الذي تعتمد عليه الاستعادة.
sample-depthwise-pair = زوج التمدد
sample-depthwise-pair-why = التمدد 1 هو النسخة 1 من العملية، والتمدد 2 هو النسخة 2: رقم واحد يحدد الإصدارات التي تحمّله.

## Files

files = الملفات المفتوحة
remove = إزالة { $name }
file-broken = مقروء جزئيًا فقط
chip-files = { $n ->
    [zero] بلا ملفات
    [one] ملف واحد
    [two] ملفان
    [few] { $n } ملفات
    [many] { $n } ملفًا
   *[other] { $n } ملف
}، { $size }
others-unused = { $n ->
    [one] ملف آخر غير مستخدم
    [two] ملفان آخران غير مستخدمين
    [few] { $n } ملفات أخرى غير مستخدمة
    [many] { $n } ملفًا آخر غير مستخدم
   *[other] { $n } ملف آخر غير مستخدم
}
said-verdict = { $name }: { $verdict }.
said-verdict-because = { $name }: { $verdict }، بسبب { $requirement }.
verdict-loads = يُحمَّل في { $target }
verdict-warns = يُحمَّل مع تحذيرات في { $target }
verdict-refused = مرفوض في { $target }
verdict-unknown = غير معروف في { $target }
verdict-unreadable = غير مقروء
verdict-none = مفتوح
title-file = { $name } – { $verdict } – Vintage
title-evolution = التطور – Vintage

## What it is

summary = الملخص
kind-tflite = نموذج TensorFlow Lite
kind-saved-model = SavedModel
kind-graph-def = GraphDef
kind-meta-graph = MetaGraphDef
kind-checkpoint = نقطة تفتيش
kind-checkpoint-state = ملف حالة نقاط التفتيش
kind-keras = ملف Keras
kind-unknown = ملف من نوع غير معروف
kind-form = { $kind } ({ $form })
count-nodes = { $n ->
    [zero] بلا عقد
    [one] عقدة واحدة
    [two] عقدتان
    [few] { NUMBER($n) } عقد
    [many] { NUMBER($n) } عقدة
   *[other] { NUMBER($n) } عقدة
}
count-graphs = { $n ->
    [one] رسم بياني آخر
    [two] رسمان بيانيان آخران
    [few] { NUMBER($n) } رسوم بيانية أخرى
    [many] { NUMBER($n) } رسمًا بيانيًا آخر
   *[other] { NUMBER($n) } رسم بياني آخر
}
count-variables = { $n ->
    [zero] بلا متغيرات
    [one] متغير واحد
    [two] متغيران
    [few] { NUMBER($n) } متغيرات
    [many] { NUMBER($n) } متغيرًا
   *[other] { NUMBER($n) } متغير
}
count-signatures = { $n ->
    [zero] بلا توقيعات
    [one] توقيع واحد
    [two] توقيعان
    [few] { NUMBER($n) } توقيعات
    [many] { NUMBER($n) } توقيعًا
   *[other] { NUMBER($n) } توقيع
}
made-by = كتبه { $producer }
made-by-release = كتبه ⁦TensorFlow { $release }⁩
made-by-releases = كتبه TensorFlow من { $first } إلى { $last }
made-by-unknown = لم يُسجَّل المُنتِج
made-by-description = المحوِّل غير مسمّى (الوصف: «{ $producer }»)
producer-release = نسخة ⁦GraphDef { $version }⁩: أي ⁦TensorFlow { $release }⁩
producer-releases = نسخة ⁦GraphDef { $version }⁩: أي TensorFlow من { $first } إلى { $last }
identity-conversion-metadata = من بيانات التحويل الوصفية
identity-meta-info = من MetaInfoDef فيه
identity-description = من وصفه
identity-keras-metadata = من metadata.json فيه
identity-keras-attribute = من السمة keras_version فيه
claims-runtime = يذكر أنه يحتاج إلى بيئة التشغيل { $version }

## Target and window

must-run-on = يجب أن يعمل على
add-target = إضافة هدف
release = الإصدار
outcome-loads = يُحمَّل
outcome-warns = مع تحذير
outcome-refused = مرفوض
outcome-unknown = غير معروف
outcome-loads-long = الإصدار يحمّل الملف
outcome-warns-long = الإصدار يحمّل الملف مع تحذير، أو يحمّله ولا يستطيع تشغيله
outcome-refused-long = الإصدار يرفض الملف
outcome-unknown-long = لا معلومات عن هذا الإصدار
window = نطاق التوافق
loads-in = يُحمَّل في
loads-means-graph-def = الدالة import_graph_def تستورده
loads-means-meta-graph = الدالة import_meta_graph تستورده
loads-means-restore = تملأ tf.train.Checkpoint.restore أو tf.train.Saver متغيرات برنامج ما
loads-means-read = تقرأ tf.train.load_variable كل القيم المدرجة
loads-means-load = تنجح tf.saved_model.load؛ وفي 1.x ينجح محمِّل الجلسات
loads-means-v1-loader = ينجح محمِّل الجلسات: tf.saved_model.loader.load، وفي 2.x الدالة tf.compat.v1.saved_model.load
loads-means-keras = تنجح load_model في Keras
loads-means-default-delegates = يُنشأ المفسِّر بالعمليات المضمَّنة والمفوَّضات الافتراضية، وتنجح AllocateTensors
loads-means-builtin-ops = يُنشأ المفسِّر بالعمليات المضمَّنة ومن دون مفوَّض، وتنجح AllocateTensors
loads-means-mediapipe-ops = يُنشأ المفسِّر بالعمليات المضمَّنة وعمليات MediaPipe، وتنجح AllocateTensors
loads-means-load-model = تنجح load_model
loads-means-load-weights = تنجح load_weights في نموذج مبني بالكود
must = المطلوب
action-restore = الاستعادة
action-read = قراءة القيم واحدة واحدة
action-load = التحميل (tf.saved_model.load)
action-v1-loader = التحميل في جلسة (محمِّل 1.x)
action-keras = { "load_model" } (Keras)
action-default-delegates = التشغيل بالمفوَّضات الافتراضية
action-builtin-ops = التشغيل بالعمليات المضمَّنة فقط
action-mediapipe-ops = التشغيل بعمليات MediaPipe
action-load-model = load_model
action-load-weights = load_weights
no-window = لا أحكام: لم يُختبر أي إصدار بهذا النوع من الملفات.
no-window-checkpoint-state = قائمة بنقاط تفتيش؛ لا تُحمَّل وحدها.
no-window-error = لا أحكام: لم يُقرأ من الملف ما يكفي لمعرفة متطلباته.
line-label = إصدارات { $channel }
releases-of = { NUMBER($good) } من { NUMBER($all) }
releases-with-gaps = { NUMBER($good) } من { NUMBER($all) }، مع ثغرات
range-none = لا إصدار
range-unknown = غير معروف
cell = { $release }، { $date }: { $outcome }
because-one = بسبب { $requirement }
because-more = { $n ->
    [one] بسبب { $requirement } ومتطلب آخر
    [two] بسبب { $requirement } ومتطلبين آخرين
    [few] بسبب { $requirement } و{ $n } متطلبات أخرى
    [many] بسبب { $requirement } و{ $n } متطلبًا آخر
   *[other] بسبب { $requirement } و{ $n } متطلب آخر
}
today = اليوم
pre-release = إصدار تمهيدي
pick-hint = انقر أو اضغط Enter: يجب أن يعمل على هذا
what-if = { $n ->
    [one] ماذا لو: دون متطلب واحد
    [two] ماذا لو: دون متطلبين
    [few] ماذا لو: دون { $n } متطلبات
    [many] ماذا لو: دون { $n } متطلبًا
   *[other] ماذا لو: دون { $n } متطلب
}
what-if-reset = احتساب الكل من جديد

## What decides

deciding = المتطلبات الحاسمة
decides-start = يحدد البداية في { $channel }
decides-end = يحدد النهاية في { $channel }
decides-hole = يستبعد { $release }
decides-none = يستبعد كل إصدارات { $channel }
decides-unknown = غير معروف في { $channel }
decides-nothing = لا شيء يحدّ نطاق التوافق في { $channel }: كل الإصدارات المعروفة تحمّل الملف.
no-facts-before = لا معلومات قبل { $release }: لم تُختبر الإصدارات الأقدم.
no-facts-after = لا معلومات بعد { $release }: لم تُختبر الإصدارات الأحدث.
no-facts-between = لا معلومات من { $first } إلى { $last }: لم تُختبر هذه الإصدارات.
no-facts-any = لا معلومات عن أي إصدار.
decides-more = { $n ->
    [one] ومتطلب آخر، في الجدول أدناه
    [two] ومتطلبان آخران، في الجدول أدناه
    [few] و{ $n } متطلبات أخرى، في الجدول أدناه
    [many] و{ $n } متطلبًا آخر، في الجدول أدناه
   *[other] و{ $n } متطلب آخر، في الجدول أدناه
}
remedy-checkpoint-shard-missing = أضف ذلك الملف: افتحه مع الملفات الأخرى.
remedy-checkpoint-value-truncated = انسخ ذلك الملف مرة أخرى: إنه أقصر مما يذكر الفهرس.
remedy-saved-model-variables = أضف المجلد { "variables/" }: افتح مجلد SavedModel.
drop-it = تجاهل هذا المتطلب
drop-it-from = من دونه: { $release } وما بعده
drop-it-to = من دونه: { $release } وما قبله
and-more = { $n ->
    [one] وواحد آخر
    [two] واثنان آخران
    [few] و{ NUMBER($n) } غيرها
    [many] و{ NUMBER($n) } غيرها
   *[other] و{ NUMBER($n) } غيرها
}
node-index = العملية { $index }
node-name = العملية { $index }، { $name }
tensor-index = الموتر { $index }
tensor-name = الموتر { $index }، { $name }
variable-index = المتغير { $index }
variable-name = { $name }
show-node = عرض في الرسم البياني
show-bytes = عرض هذه البايتات
printing = الرسالة
prints = رسالة { $target }
prints-unknown = رسالة هذا الإصدار غير مسجّلة.
certainty-observed = مرصود
certainty-derived = مستنتج
certainty-promised = مضمون
certainty-observed-long = شُغّل برنامج منشور من الإصدار
certainty-derived-long = مقروء من الكود المصدري
certainty-promised-long = ضمان موثَّق

## Findings

findings = الملاحظات
severity-error = خطأ
severity-warning = تحذير
severity-note = معلومة
failure-malformed = تالف:
failure-unsupported = غير مدعوم:
failure-over-limit = يتجاوز حدًا:
failure-unreadable = غير مقروء:
failure-foreign = ليس ملف TensorFlow:
failure-malformed-advice = البايتات تخالف قواعد صيغتها: نزّل الملف أو اكتبه مرة أخرى.
failure-unsupported-advice = قد يكون الملف سليمًا؛ لا يقرأ Vintage هذا الشكل بعد.
failure-over-limit-advice = توقفت القراءة عند حد؛ قد يكون الملف سليمًا. في أداة سطر الأوامر خيارات لرفع الحدود.
failure-foreign-advice = افتح ملف النموذج نفسه.
failure-unreadable-advice = تعذرت قراءة الملف: نُقل أو غُيّر أو حُذف. افتحه مرة أخرى.
partial = لم يُقرأ إلا جزء من الملف؛ قد يكون ما تراه أدناه ناقصًا.
where = الموضع:
place-bytes = البايتات { $range }

## Views

files-all-open = { $n ->
    [one] ملف واحد
    [two] الملفان
    [few] كل الملفات ({ NUMBER($n) })
    [many] كل الملفات ({ NUMBER($n) })
   *[other] كل الملفات ({ NUMBER($n) })
}

views = العروض
view-window = التوافق
view-graph = الرسم
view-contents = المحتوى
view-variables = المتغيرات
view-objects = الكائنات
view-compare = المقارنة
view-restore = الاستعادة
view-delegates = المفوَّضات
view-run = التشغيل
view-bytes = البايتات
view-files = الملفات

subject-op = { $subject }
subject-custom_op = العملية المخصصة { $subject }
subject-attr = السمة { $subject }
subject-dtype = النوع { $subject }
subject-tensor = الموتر { $subject }
subject-file = الملف { $subject }
subject-tensor_type = نوع الموتر { $subject }
subject-text = { $subject } في النص
subject-header = الترويسة { $subject }
subject-versions = النسخة { $subject }
subject-other = { $kind } { $subject }

facts = المعلومات
signatures = التوقيعات

## Progress

progress-collecting = يجري جمع الملفات… حتى الآن: { $done }
progress-fetching = يجري جلب { $subject } ({ $done } من { $total })
progress-group = يجري تحديد الملفات التي تنتمي معًا…
progress-read = تجري قراءة { $subject }
progress-assess = يجري فحص { $subject } مقابل كل الإصدارات

## Errors of the page itself

error-page-file-unreadable = تعذرت قراءة { $file }.
error-page-file-unreadable-advice = ربما لا يُسمح للمتصفح بقراءته، أو تغيّر بعد إفلاته. افتحه مرة أخرى.
error-page-folder-unreadable = تعذر سرد محتوى المجلد { $file }.
error-page-folder-unreadable-advice = ربما لا يُسمح للمتصفح بقراءته. أفلت الملفات نفسها.
error-copies-incomplete = قاطعت إعادة التحميل نسخ الملفات (عددها { $total }): الملفات الناقصة { $n }، أولها { $file }.
error-copies-incomplete-advice = أفلت الملفات الناقصة مرة أخرى.
error-too-many-files = أُفلت أكثر من { $limit } من الملفات؛ لم تؤخذ إلا الأولى منها.
error-too-many-files-advice = أفلت مجلد نموذج واحد أو نقطة تفتيش واحدة.
error-fetch-failed = تعذر جلب { $url }.
error-fetch-failed-advice = يجب أن يجيب الخادم ويسمح لهذه الصفحة بالقراءة منه (CORS). نزّل الملف وأفلته هنا بدلاً من ذلك.
error-fetch-status = تعذر جلب { $url }: أجاب الخادم بالحالة { $status }.
error-fetch-status-advice = تحقق من العنوان، أو نزّل الملف وأفلته هنا.
error-worker-missing = لم يشغّل المتصفح القارئ.
error-worker-missing-advice = يحتاج القارئ إلى module workers وإلى WebAssembly. جرّب نسخة حديثة من Firefox أو Chrome أو Safari.
error-part-not-loaded = تعذر تحميل جزء من Vintage.
error-part-not-loaded-advice = تحقق من الاتصال ثم حاول مرة أخرى. إن حُدّث هذا الموقع بعد أن فتحته، فأعد تحميل الصفحة.
error-reader-stopped = توقف القارئ: { $text }
error-reader-stopped-advice = هذا خلل في Vintage؛ ملفاتك لم تتغير. أصبح قارئ جديد جاهزًا؛ ما زال فتح الملفات الأخرى ممكنًا.
error-blob-unreadable = لم تعد قراءة { $file } ممكنة.
error-blob-unreadable-advice = غُيّر أو نُقل أو حُذف بعد إفلاته. افتحه مرة أخرى.
error-not-open = لم يعد هذا الملف مفتوحًا.
error-not-open-advice = افتحه مرة أخرى.
