# The CLI.

cli-kind-tflite = نموذج TensorFlow Lite
cli-kind-saved_model = SavedModel
cli-kind-graph_def = GraphDef
cli-kind-meta_graph = MetaGraphDef
cli-kind-checkpoint = نقطة تفتيش
cli-kind-checkpoint_state = ملف حالة نقاط التفتيش
cli-kind-keras = ملف Keras
cli-kind-unknown = غير معروف النوع

cli-outcome-loads = يُحمَّل
cli-as-far-as-known = بحسب المعروف
cli-outcome-warns = يُحمَّل مع تحذيرات
cli-outcome-refused = مرفوض
cli-outcome-unknown = غير معروف
cli-outcome-unreadable = غير مقروء

cli-written-by = كتبه
cli-claims = يذكر بيئة التشغيل
cli-files = الملفات
cli-versions = النسخ
cli-graphs = الرسوم البيانية
cli-signatures = التوقيعات
cli-variables = المتغيرات
cli-loads-in = يُحمَّل في
cli-other-actions = بإجراء آخر، يُحمَّل في
cli-not-asked = غير معروف
cli-no-release = لا إصدار معروفًا
cli-needs = يتطلب
cli-findings = الملاحظات
cli-main-graph = الرئيسي
cli-nodes =
    { $count ->
        [zero] بلا عقد
        [one] عقدة واحدة
        [two] عقدتان
        [few] { $count } عقد
        [many] { $count } عقدة
       *[other] { $count } عقدة
    }
cli-count-tensors =
    { $count ->
        [zero] بلا موترات
        [one] موتر واحد
        [two] موتران
        [few] { $count } موترات
        [many] { $count } موترًا
       *[other] { $count } موتر
    }
cli-count-variables =
    { $count ->
        [zero] بلا متغيرات
        [one] متغير واحد
        [two] متغيران
        [few] { $count } متغيرات
        [many] { $count } متغيرًا
       *[other] { $count } متغير
    }
cli-more = و{ $count } غيرها
cli-prints = يطبع
cli-because = بسبب
cli-unknown-action = ليس لملفات هذا النوع الإجراء { $action }. إجراءاتها: { $known }.
cli-unknown-channel = ليست لهذا الملف القناة { $channel }. القنوات المعروفة: { $known }.
cli-unknown-release = ليس في جداول { $channel } الإصدار { $release }. أحدث المعروف: { $newest }.
cli-no-channel = لا توجد قناة «{ $channel }». القنوات المعروفة: { $known }.
cli-no-channel-meant = لا توجد قناة «{ $channel }». هل تقصد { $meant }؟ القنوات المعروفة: { $known }.
cli-release-unknown = لا يعرف Vintage في { $channel } الإصدار «{ $release }». هل تقصد { $meant }؟ الأحدث { $newest }.
cli-no-command = لا يوجد الأمر { $name }.
cli-two-models = هذا الأمر لنموذج واحد أو نقطة تفتيش واحدة، وفي { $path } عدد { $count } منها: { $names }. سمِّ واحدًا منها.
cli-state-alone = قائمة بنقاط تفتيش؛ لا تُحمَّل وحدها. سمِّ نقطة التفتيش: { $names }.
cli-file-is-input = { $file } هو الملف المقروء. أضف { "--force" } للكتابة فوقه.
cli-file-unwritable = تعذرت كتابة { $file }: { $reason }.
cli-nothing-opened = تعذر فتح أي ملف.

## Errors of the CLI

error-file-not-regular = هذا أنبوب أو مقبس أو جهاز، لا ملف عادي.
error-file-not-regular-advice = سمِّ الأنبوب نفسه، أو استخدم { "-" } للإدخال القياسي.
error-file-not-named = لم يُسمَّ هذا الملف.
error-file-not-named-advice = سمِّه ليُفحص أيضًا.
error-file-changed = تغير الملف أثناء قراءته.
error-file-changed-advice = انتظر حتى تكتمل كتابته، ثم شغّل الأمر مرة أخرى.
error-folder-read-already = هذا رابط إلى مجلد سبقت قراءته.
error-folder-too-many-files = ملفات المجلد أكثر من { $limit }.
error-folder-too-many-files-advice = سمِّ المجلد الذي فيه النموذج نفسه، أو ارفع { "--limit files" }.
error-pipe-without-writer = لم يُكتب في هذا الأنبوب شيء خلال المهلة ({ $seconds } ث).
error-pipe-without-writer-advice = شغّل أولاً البرنامج الذي يكتب فيه.
error-pipe-too-long = سلّم الأنبوب أكثر من { $limit } بايت.
error-pipe-too-long-advice = اكتبها في ملف وسمِّه، أو ارفع { "--limit structure_bytes" }.
cli-advice-structure-too-large = إن كان الملف سليمًا وتوفرت ذاكرة كافية، فارفع { "--limit structure_bytes" }.
cli-advice-inflated-too-large = إن كان الملف سليمًا وتوفرت ذاكرة كافية، فارفع { "--limit inflated_bytes" }، أو structure_bytes إن كان أدنى.
cli-advice-list-too-long = إن كان الملف سليمًا وتوفرت ذاكرة كافية، فارفع { "--limit list_len" }.
cli-advice-proto-too-many = إن كان الملف سليمًا، فارفع { "--limit list_len" }.
cli-advice-value-too-large = يُعرض اسمها ونوع بياناتها وشكلها. لقراءتها، ارفع { "--limit value_bytes" }.

cli-unused = غير مستخدم

## إجابات ثابتة: صور نطاقات التوافق وجداولها وشاراتها

cli-badge-no-model = لا نموذج ولا نقطة تفتيش لصنع شارة.

## SARIF: جمل النتائج، وقواعد عن الإصدارات

sarif-release-refuses = يرفض { $channel } { $release } الملف.
sarif-release-warns = يحمّل { $channel } { $release } الملف مع تحذيرات.
sarif-release-unknown = ليس معروفًا هل يحمّل { $channel } { $release } الملف.
sarif-prints = يطبع: { $text }
sarif-start = يحدد بداية نطاق التوافق: أول إصدار من { $channel } يحمّل الملف هو { $release }.
sarif-end = يحدد نهاية نطاق التوافق: آخر إصدار من { $channel } يحمّل الملف هو { $release }.
sarif-none = لا يحمّل الملفَ أي إصدار معروف من { $channel }.
sarif-not-known = ليس معروفًا هل يحمّل الملفَ إصدار من { $channel }.
sarif-rule-release-refuses = يرفض إصدارٌ الملفات من هذا النوع.
sarif-rule-release-warns = يحمّل إصدارٌ الملفات من هذا النوع مع تحذيرات.
sarif-rule-release-unknown = لا حقيقة معروفة عن الملفات من هذا النوع في إصدار.

## أهداف في ملف: check --all-of

targets-wrong = { $file }، السطر { $line }: { $reason }
targets-unreadable = تتعذر قراءة { $file }: { $reason }.
targets-wrong-key = { $file }، السطر { $line }، المفتاح { $key }: { $reason }
targets-no-release = سمِّ إصدارًا، مثل release = "tensorflow@2.15.1"، أو نطاقًا، مثل releases = "tensorflow@2.9..2.15".
targets-two-releases = للهدف release أو releases، لا كلاهما.
targets-no-files = لا ملفات. أضف files = ["model.tflite"] إلى هذا الهدف، أو قبل الهدف الأول لكل الأهداف.
targets-none = لا يوجد [[target]].
targets-action = لا يوجد الإجراء { $action }. الإجراءات المعروفة: { $known }.
targets-range = يسمّي النطاق إصدارين من قناة، الأقدم أولًا: releases = "tensorflow@2.9..2.15".
targets-col-target = الهدف
targets-col-release = الإصدار
targets-col-file = الملف
targets-col-outcome = النتيجة
targets-col-because = بسبب
targets-span = { $channel } { $first } إلى { $last }
targets-at = { $outcome } في { $release }
