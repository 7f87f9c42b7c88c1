# Changes to ops, for op maintainers: the page's Evolution view and `vintage evolve`.

evolution = التطور
evolution-lead = أنت مشرف على عملية وتريد تغييرها. اختر ما يتغير ومتى؛ لترى أي رسوم بيانية ما زالت تُحمَّل وأين، وما تطبعه الإصدارات الرافضة، وأي قواعد من دليل الإصدارات تخالفها الخطة.
evolution-back = العودة إلى الملفات
evolution-recipe = التغيير
evolution-when = التوقيت
evolution-train = الإصدارات
evolution-result = النتائج بحسب الرسم البياني والإصدار
evolution-rules = القواعد

evolution-recipe-add-attr = إضافة سمة
evolution-recipe-add-op = إضافة عملية
evolution-recipe-add-op-and-switch = إضافة عملية ونقل دوال Python إليها
evolution-recipe-remove = إزالة عملية أو تقييدها
evolution-recipe-change = تغيير ما تفعله عملية
evolution-recipe-ban = حظر إصدار

evolution-recipe-add-attr-long = تُضاف إلى MyOp السمة my_attr. يجب أن تسلك الرسوم البيانية من دونها سلوكها السابق.
evolution-recipe-add-op-long = تُسجَّل MyOpV2، لكن لا تكتبها أي دالة Python. تُنشأ الرسوم البيانية التي تحتويها يدويًا.
evolution-recipe-add-op-and-switch-long = تُسجَّل MyOpV2، ثم تكتبها لاحقًا دوال Python التي كانت تكتب MyOp.
evolution-recipe-remove-long = تُزال MyOp أو جزء منها: أولاً لا يكتبها أي برنامج، ثم لا يجوز أن تحتويها رسوم بيانية جديدة، ثم يزيلها إصدار رئيسي.
evolution-recipe-change-long = تأخذ MyOp معنى آخر. تحل MyOpV2 محلها حتى يزول المعنى القديم، ثم يعود الاسم.
evolution-recipe-ban-long = في إصدار خلل شديد حتى إنه لا ينبغي أن يُحمَّل فيه أي رسم بياني جديد.

evolution-step-register = تُسجَّل العملية أو السمة الجديدة
evolution-step-switch = تبدأ دوال Python كتابتها
evolution-step-stop-writing = لا يكتبها بعد ذلك كود خارج TensorFlow
evolution-step-deprecate = لا يجوز أن تحتويها رسوم بيانية جديدة (مُهمَلة)
evolution-step-remove = أزيلت؛ يرتفع min_producer
evolution-step-reuse = تعود MyOp بالمعنى الجديد؛ يرتفع min_consumer
evolution-step-switch-back = تكتب دوال Python العملية MyOp مرة أخرى
evolution-step-remove-second = أزيلت MyOpV2
evolution-step-ban = تذكر الرسوم البيانية الجديدة الإصدار المعيب في bad_consumers

evolution-not-done = لا يُنفَّذ
evolution-bumps = يرتفع رقم GraphDef
evolution-usual = اختيار أول إصدارات تراعي كل القواعد
evolution-release = الإصدار
evolution-date = التاريخ
evolution-number = رقم GraphDef
evolution-min-producer = min_producer
evolution-min-consumer = min_consumer
evolution-bad-consumers = bad_consumers
evolution-steps = الخطوات
evolution-bad = معيب
evolution-bad-long = { $release } هو الإصدار المعيب
evolution-date-of = يوم صدور { $release }
evolution-leave-out = استبعاد
evolution-leave-out-long = استبعاد { $release }
evolution-add-release = إضافة إصدار
evolution-add = إضافة
evolution-version = النسخة
evolution-train-note = يرتفع رقم الإصدار المخطط بمقدار واحد لكل خطوة تحتاج إلى ذلك. يُفترض أن الإصدارات المخططة تسلك سلوك أحدث إصدار معروف.

evolution-default = غياب السمة يعني
evolution-default-same = قيمة تسلك معها MyOp سلوكها السابق
evolution-default-other = قيمة تسلك معها MyOp سلوكًا مختلفًا
evolution-default-none = خطأ: لا قيمة افتراضية
evolution-keeps-defaults = تُحفظ الرسوم البيانية دون strip_default_attrs
evolution-raises-min-consumer = رفع min_consumer مع النقل

evolution-graphs-concerned = رسوم بيانية فيها التغيير
evolution-graphs-other = رسوم بيانية بلا التغيير
evolution-written-by = كتبه
evolution-loaded-by = حمّله
evolution-all-load = تُحمَّل في كل مكان.

evolution-outcome-loads = يُحمَّل
evolution-outcome-ignores = تُتجاهل السمة
evolution-outcome-differs = سلوك مختلف
evolution-outcome-unsafe = غير آمن
evolution-outcome-refused = مرفوض
evolution-cell = رسم بياني من { $producer } في { $consumer }: { $outcome }
evolution-cell-loads = يُحمَّل ويسلك سلوكه السابق.
evolution-cell-ignores = يُحمَّل مع تحذير؛ للسمة التي لا يعرفها { $consumer } قيمتها الافتراضية فيتجاهلها.
evolution-cell-differs = يُحمَّل ويفعل شيئًا آخر دون تنبيه.
evolution-cell-unsafe = { $consumer } هو الإصدار المعيب، وما زال هذا الرسم البياني يُحمَّل فيه.
evolution-cell-refused = مرفوض. رسالة { $consumer }:
evolution-choose-cell = اختر خلية لترى السبب.

evolution-severity-error = مخالفة
evolution-severity-warning = تحذير
evolution-severity-note = معلومة
evolution-all-kept = تراعي الخطة كل قواعد دليل الإصدارات.

evolution-rule-in-the-past = صدر { $release } ولا يمكن تغييره بعد ذلك.
evolution-rule-in-the-past-advice = اختر إصدارًا مخططًا، أو خطط لإصدار.
evolution-rule-without = تتطلب خطوة ليست في الخطة: { $before }.
evolution-rule-without-advice = نفّذ تلك الخطوة في إصدار سابق.
evolution-rule-before-its-time = في { $release } تأتي قبل خطوة تتطلبها: { $before }.
evolution-rule-before-its-time-advice = بدّل بينهما.
evolution-rule-in-a-patch = { $release } إصدار تصحيحي لا يأتي إلا بإصلاح الأخطاء: تبقى أرقام GraphDef المقبولة نفسها ضمن الإصدار الثانوي.
evolution-rule-in-a-patch-advice = انتظر الإصدار الثانوي التالي.
evolution-rule-not-major = { $release } ليس أول إصدار من نسخة رئيسية، ولا يجوز إنهاء دعم الرسوم البيانية إلا هناك.
evolution-rule-not-major-advice = انتظر الإصدار الرئيسي التالي.
evolution-rule-six-months = لا يجوز أن يبلغ min_producer رقم الإهمال إلا ابتداءً من { $earliest }: بعده بستة أشهر.
evolution-rule-six-months-advice = ضع الإهمال في وقت أبكر، أو أزل في إصدار رئيسي لاحق.
evolution-rule-next-major = كُتبت الرسوم البيانية من { $written } قبل الإهمال. يضمن الدليل أن SavedModel من إصدار رئيسي لا يستخدم شيئًا مُهمَلاً يُحمَّل في الإصدار الرئيسي التالي، ومنه { $release }.
evolution-rule-next-major-advice = أزل في أول إصدار من النسخة الرئيسية { $major }، أو اقبل أن تتوقف ملفات SavedModel هذه هنا.
evolution-rule-no-head-start = حتى { $earliest } قد تظل برامج من دونها قيد الاستخدام: مهلة التوافق الأمامي ثلاثة أسابيع.
evolution-rule-no-head-start-advice = احمِ السلوك الجديد باستخدام tf.compat.forward_compatible، أو انقل في إصدار لاحق.
evolution-rule-default-differs = بهذه القيمة الافتراضية تفعل الرسوم البيانية القديمة، وليست فيها السمة، شيئًا آخر في الإصدارات الجديدة دون تنبيه.
evolution-rule-default-differs-advice = أعطِ السمة قيمة افتراضية تسلك معها العملية سلوكها السابق.
evolution-rule-no-default = من دون قيمة افتراضية يُرفض كل رسم بياني قديم، لأن السمة ليست فيه.
evolution-rule-no-default-advice = أعطِ السمة قيمة افتراضية.
evolution-rule-not-stripped = تحتوي الرسوم البيانية على السمة حتى حين تكون لها قيمتها الافتراضية. ترفضها إصدارات TensorFlow من 1.8 إلى 2.4؛ ويتجاهلها 2.5 وما بعده مع تحذير.
evolution-rule-not-stripped-advice = احفظ مع strip_default_attrs. يفعل TensorFlow 2 ذلك دائمًا.
evolution-rule-min-consumer-raised = مع رفع min_consumer تُرفض في الإصدارات الأقدم أيضًا رسوم بيانية ليست فيها العملية.
evolution-rule-min-consumer-raised-advice = اترك min_consumer كما هو: ينبغي ألا يتوقف هناك إلا تحميل الرسوم البيانية التي فيها العملية.
evolution-rule-nothing-bad = لم يُسمَّ أي إصدار معيب.
evolution-rule-nothing-bad-advice = ضع علامة «معيب» على إصدار في قائمة الإصدارات.
evolution-rule-bans-others = للإصدار { $other } رقم GraphDef نفسه الذي للإصدار { $release }، وهو { $number }: يشمله الحظر.
evolution-rule-bans-others-advice = ليس في bad_consumers إلا أرقام. يجب أن يرتفع الرقم بين الإصدارين.
evolution-rule-bans-itself = { $release } معيب ويكتب رسومًا بيانية ترفضه: لا يستطيع تحميل الرسوم البيانية التي يحفظها.
evolution-rule-bans-itself-advice = ابدأ الحظر في إصدار لاحق.
evolution-rule-differs =
    { $count ->
        [one] رسم بياني من { $producer } يُحمَّل في { $consumer } ويفعل شيئًا آخر دون تنبيه.
        [two] رسم بياني من { $producer } يُحمَّل في { $consumer } ويفعل شيئًا آخر دون تنبيه. يشمل ذلك زوجين من الإصدارات.
        [few] رسم بياني من { $producer } يُحمَّل في { $consumer } ويفعل شيئًا آخر دون تنبيه. يشمل ذلك { $count } أزواج من الإصدارات.
        [many] رسم بياني من { $producer } يُحمَّل في { $consumer } ويفعل شيئًا آخر دون تنبيه. يشمل ذلك { $count } زوجًا من الإصدارات.
       *[other] رسم بياني من { $producer } يُحمَّل في { $consumer } ويفعل شيئًا آخر دون تنبيه. يشمل ذلك { $count } زوج من الإصدارات.
    }
evolution-rule-differs-forward =
    { $count ->
        [one] رسم بياني من { $producer } يُحمَّل في { $consumer } بنتيجة أخرى: منذ 2.5 تتجاهل الإصدارات السمة التي لا تعرفها، مهما كانت قيمتها.
        [two] رسم بياني من { $producer } يُحمَّل في { $consumer } بنتيجة أخرى: منذ 2.5 تتجاهل الإصدارات السمة التي لا تعرفها، مهما كانت قيمتها. يشمل ذلك زوجين من الإصدارات.
        [few] رسم بياني من { $producer } يُحمَّل في { $consumer } بنتيجة أخرى: منذ 2.5 تتجاهل الإصدارات السمة التي لا تعرفها، مهما كانت قيمتها. يشمل ذلك { $count } أزواج من الإصدارات.
        [many] رسم بياني من { $producer } يُحمَّل في { $consumer } بنتيجة أخرى: منذ 2.5 تتجاهل الإصدارات السمة التي لا تعرفها، مهما كانت قيمتها. يشمل ذلك { $count } زوجًا من الإصدارات.
       *[other] رسم بياني من { $producer } يُحمَّل في { $consumer } بنتيجة أخرى: منذ 2.5 تتجاهل الإصدارات السمة التي لا تعرفها، مهما كانت قيمتها. يشمل ذلك { $count } زوج من الإصدارات.
    }
evolution-rule-differs-forward-advice = حيث تهم القيمة، أضف عملية بدل السمة: العملية غير المعروفة تُرفض.
evolution-rule-backward =
    { $count ->
        [one] رسم بياني من { $producer } يرفضه { $consumer }، وهو إصدار لاحق من النسخة الرئيسية نفسها: يضمن الدليل أنه يُحمَّل.
        [two] رسم بياني من { $producer } يرفضه { $consumer }، وهو إصدار لاحق من النسخة الرئيسية نفسها: يضمن الدليل أنه يُحمَّل. يشمل ذلك زوجين من الإصدارات.
        [few] رسم بياني من { $producer } يرفضه { $consumer }، وهو إصدار لاحق من النسخة الرئيسية نفسها: يضمن الدليل أنه يُحمَّل. يشمل ذلك { $count } أزواج من الإصدارات.
        [many] رسم بياني من { $producer } يرفضه { $consumer }، وهو إصدار لاحق من النسخة الرئيسية نفسها: يضمن الدليل أنه يُحمَّل. يشمل ذلك { $count } زوجًا من الإصدارات.
       *[other] رسم بياني من { $producer } يرفضه { $consumer }، وهو إصدار لاحق من النسخة الرئيسية نفسها: يضمن الدليل أنه يُحمَّل. يشمل ذلك { $count } زوج من الإصدارات.
    }
evolution-rule-forward = ترفض الإصدارات الأقدم الرسوم البيانية الجديدة التي فيها العملية، مثل رسم بياني من { $producer } في { $consumer }. لا يضمن الدليل التوافق الأمامي إلا ضمن الإصدارات التصحيحية.
evolution-rule-unsafe = ما زالت الرسوم البيانية المكتوبة قبل الحظر تُحمَّل في { $consumer }.
evolution-rule-unsafe-advice = استبدل ذلك الإصدار حيث يعمل؛ لا ينطبق الحظر إلا على الرسوم البيانية الجديدة.
evolution-rule-ignored = تتجاهل الإصدارات الأقدم السمة مع تحذير، مثل { $consumer } مع رسم بياني من { $producer }.

error-evolution-no-recipe = لا توجد وصفة «{ $text }».
error-evolution-no-recipe-advice = الوصفات: { "add-attr, add-op, add-op-and-switch, remove, change, ban" }.
error-evolution-no-release = ليس في الخطة الإصدار { $text }.
error-evolution-no-release-advice = أضفه مع تاريخه، أو سمِّ إصدارًا مدرجًا.
error-evolution-no-step = ليس في هذه الوصفة الخطوة «{ $text }».
error-evolution-no-step-advice = شغّلها دون خطوة لسرد الخطوات.
error-evolution-no-default = غياب السمة لا يمكن أن يعني «{ $text }».
error-evolution-no-default-advice = المعاني: same أو other أو none.
error-evolution-no-version = «{ $text }» ليس رقم إصدار.
error-evolution-no-version-advice = اكتب ثلاثة أعداد، مثل 2.23.0.
error-evolution-no-date = «{ $text }» ليس تاريخًا.
error-evolution-no-date-advice = اكتب السنة والشهر واليوم، مثل { "2027-03-01" }.
error-evolution-release-refused = لا يمكن التخطيط للإصدار { $text }.
error-evolution-release-refused-advice = إنه قد صدر، أو يأتي قبل إصدار قد صدر، أو بلغت الخطة الحد ({ $limit } من الإصدارات).
error-evolution-dates = سيصدر { $text } قبل { $before } الذي يأتي في { $date }.
error-evolution-dates-advice = أعطه يومًا لاحقًا.
