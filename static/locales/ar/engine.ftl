# The engine on the CPU: why a model cannot be prepared or run, and why a node has no kernel.

error-engine-unsupported-nodes =
    { $count ->
        [one] عقدة واحدة ليست لها نواة هنا.
        [two] عقدتان ليست لهما نواة هنا.
        [few] { $count } عقد ليست لها نواة هنا.
        [many] { $count } عقدة ليست لها نواة هنا.
       *[other] { $count } عقدة ليست لها نواة هنا.
    }
error-engine-unsupported-nodes-advice = تذكر القائمة السبب لكل عقدة. ما زالت العروض الأخرى تعمل.

error-engine-not-built = تعذر بناء المحرك. يظهر السبب في الطرفية التي تشغّل `cargo xtask serve`.
error-engine-no-such-signature = ليس في النموذج توقيع اسمه «{ $key }».
error-engine-no-such-signature-advice = اختر توقيعًا يسرده الملف، أو لا تختر أيًا لتشغيل الرسم البياني الرئيسي.
error-engine-no-such-subgraph = ليس في هذا النموذج الرسم البياني الفرعي { $index }.
error-engine-no-such-subgraph-advice = الملف تالف على الأرجح؛ حوّل النموذج مرة أخرى.
error-engine-recursive-subgraph = يستدعي بعض الرسوم البيانية الفرعية بعضًا في حلقة.
error-engine-recursive-subgraph-advice = لا تستطيع أي بيئة تشغيل إنهاء نموذج كهذا؛ حوّله مرة أخرى.
error-engine-subgraphs-too-deep = مستويات تداخل الرسوم البيانية الفرعية { $depth }. يشغّل Vintage منها { $limit }.
error-engine-subgraphs-too-deep-advice = هذا حد في Vintage لا في الملف: قد تشغّله بيئات تشغيل أخرى.
error-engine-too-many-plans = يستدعي بعض الرسوم البيانية الفرعية بعضًا مرات أكثر مما يمكن التخطيط له.
error-engine-too-many-plans-advice = ربما لم يكتب الملف محوِّل.

error-engine-tensor-index-out-of-range = الموتر { $index } غير موجود؛ وعدد الموترات في الرسم البياني الفرعي { $count }.
error-engine-tensor-index-out-of-range-advice = الملف تالف؛ انسخه أو حوّله مرة أخرى.
error-engine-buffer-index-out-of-range = المخزن المؤقت { $index } غير موجود.
error-engine-buffer-index-out-of-range-advice = الملف تالف؛ انسخه أو حوّله مرة أخرى.
error-engine-opcode-index-out-of-range = رمز العملية { $index } غير موجود.
error-engine-opcode-index-out-of-range-advice = الملف تالف؛ انسخه أو حوّله مرة أخرى.
error-engine-unknown-tensor-type = نوع الموتر { $type } غير معروف.
error-engine-unknown-tensor-type-advice = قد يكون الملف من محوِّل أحدث؛ ما زالت العروض الأخرى تعمل.
error-engine-negative-dimension = في الموتر «{ $tensor }» بُعد حجمه { $size }.
error-engine-negative-dimension-advice = الملف تالف؛ حوّله مرة أخرى.
error-engine-shape-overflow = سيحتوي موتر على عناصر أكثر مما تتسع له أي ذاكرة.
error-engine-shape-overflow-advice = تحقق من أشكال المدخلات؛ إن كانت أشكال الملف نفسه، فهو تالف.
error-engine-bad-option = للخيار «{ $field }» في عقدة قيمة غير معرّفة.
error-engine-bad-option-advice = الملف تالف، أو أحدث من نسخة Vintage هذه.
error-engine-constant-size = يحتاج الثابت «{ $tensor }» إلى { $wanted } بايت؛ وفي الملف { $stored }.
error-engine-constant-size-advice = الملف تالف؛ انسخه أو حوّله مرة أخرى.
error-engine-sparse-constant = لا يتطابق الثابت المتناثر «{ $tensor }» مع معلمات تناثره.
error-engine-sparse-constant-advice = الملف تالف؛ انسخه أو حوّله مرة أخرى.
error-engine-constant-past-end = يقع الثابت «{ $tensor }» بعد نهاية الملف.
error-engine-constant-past-end-advice = ربما لم يكتمل النسخ؛ قارن حجم الملف بالأصل.
error-engine-constants-too-large = تشغل الأوزان { $size } بايت؛ والحد { $limit }.
error-engine-constants-too-large-advice = يمكن رفع الحد في سطر الأوامر: { "vintage run --limit structure_bytes=BYTES --limit value_bytes=BYTES" }.
error-engine-tensor-too-large = سيشغل موتر { $size } بايت من الذاكرة؛ والحد { $limit } بايت.
error-engine-tensor-too-large-advice = استخدم مدخلات أصغر. يمكن رفع الحد في سطر الأوامر: { "vintage run --limit working_bytes=BYTES" }.
error-engine-arena-too-large = سيشغل التشغيل { $size } بايت من ذاكرة العمل؛ والحد { $limit } بايت.
error-engine-arena-too-large-advice = استخدم مدخلات أصغر. يمكن رفع الحد في سطر الأوامر: { "vintage run --limit working_bytes=BYTES" }.
error-engine-scratch-too-large = تحتاج العملية إلى { $size } بايت من ذاكرة العمل؛ والباقي { $limit } بايت.
error-engine-scratch-too-large-advice = استخدم مدخلات أصغر. يمكن رفع الحد في سطر الأوامر: { "vintage run --limit working_bytes=BYTES" }.
error-engine-no-size = حجم موتر من النوع { $dtype } غير معروف قبل التشغيل.
error-engine-no-size-advice = موترات كهذه غير مدعومة بعد.

error-engine-tensor-never-written = يُقرأ الموتر { $tensor } قبل أن يُكتب فيه شيء.
error-engine-tensor-never-written-advice = ترتيب العمليات خاطئ؛ حوّل النموذج مرة أخرى.
error-engine-tensor-written-twice = تكتب عقدتان الموتر { $tensor }.
error-engine-tensor-written-twice-advice = الرسم البياني معطوب؛ حوّل النموذج مرة أخرى.
error-engine-output-count = عدد مخرجات العقدة خاطئ: عدد مخرجات عمليتها { $wanted }.
error-engine-output-count-advice = الرسم البياني معطوب؛ حوّل النموذج مرة أخرى.
error-engine-shapes = أشكال معاملات العقدة لا تتوافق معًا.
error-engine-shapes-advice = إن غيّرت شكل مدخل، فجرّب شكل الملف؛ وإلا فالرسم البياني معطوب.
error-engine-negative-size = حصلت العملية على حجم { $size }؛ لا تكون الأحجام ومرات التكرار سالبة.
error-engine-negative-size-advice = إن كان يتوقف على قيم المدخلات، فاستخدم غيرها؛ وإلا فالرسم البياني معطوب.
error-engine-range-step = متتالية من { $from } إلى { $to } خطوتها { $step }.
error-engine-range-step-advice = يجب ألا تكون الخطوة صفرًا. إن كانت تتوقف على قيم المدخلات، فاستخدم غيرها؛ وإلا فالرسم البياني معطوب.
error-engine-range-direction = لا يمكن أن تكون خطوة متتالية من { $from } إلى { $to } هي { $step }: إنها تبتعد عن النهاية.
error-engine-range-direction-advice = إن كانت تتوقف على قيم المدخلات، فاستخدم غيرها؛ وإلا فالرسم البياني معطوب.
error-engine-range-endless = ليس لمتتالية من { $from } إلى { $to } بخطوة { $step } طول منتهٍ.
error-engine-range-endless-advice = إن كانت تتوقف على قيم المدخلات، فاستخدم غيرها؛ وإلا فالرسم البياني معطوب.
error-engine-shape-unknown = تعذر تحديد شكل إحدى النتائج.
error-engine-shape-unknown-advice = أبلغ عن هذا النموذج.
error-engine-axis = المحور { $axis } غير موجود في موتر رتبته { $rank }.
error-engine-axis-advice = إن غيّرت شكل مدخل، فجرّب شكل الملف؛ وإلا فالرسم البياني معطوب.
error-engine-not-quantized = معامل يجب أن يكون مكمَّمًا ليس له مقياس.
error-engine-not-quantized-advice = كمّم النموذج مرة أخرى.
error-engine-output-not-quantized = نتيجة يجب أن تكون مكمَّمة ليس لها مقياس.
error-engine-output-not-quantized-advice = كمّم النموذج مرة أخرى.
error-engine-no-kernel = ليست للعقدة نواة هنا.
error-engine-no-kernel-advice = ما زالت العروض الأخرى تعمل.

error-engine-no-such-input = ليس في النموذج المدخل { $input }.
error-engine-no-such-input-advice = تُعدّ المدخلات من 0، أو تُسمى بالأسماء المدرجة.
error-engine-no-such-output = ليس في النموذج المخرج { $output }.
error-engine-no-such-output-advice = تُعدّ المخرجات من 0، أو تُسمى بالأسماء المدرجة.
error-engine-input-size = يأخذ المدخل { $input } حجمًا قدره { $wanted } بايت؛ وأُعطي { $given }.
error-engine-input-size-advice = أعطِ قيمًا من نوع المدخل وشكله.

error-engine-index = الفهرس { $index } خارج مدى بُعد حجمه { $size }.
error-engine-index-advice = قيم المدخلات خارج المدى؛ استخدم غيرها.
error-engine-boxes = ينتهي مربع قبل أن يبدأ.
error-engine-boxes-advice = قيم المدخلات أو المربعات المرجعية (anchors) خاطئة؛ استخدم غيرها.
error-engine-transform-length = يجب أن تكون أطوال تحويل فورييه من قوى العدد اثنين.
error-engine-transform-length-advice = لا تدعم بيئة التشغيل أيضًا أطوالاً أخرى؛ غيّر النموذج.
error-engine-too-many-phrases = تنتج جملة عبارات أكثر من { $limit }.
error-engine-too-many-phrases-advice = استخدم جملة أقصر.
error-engine-no-resource = لا يشير مقبض العقدة إلى متغير ولا إلى جدول.
error-engine-no-resource-advice = الرسم البياني معطوب؛ حوّل النموذج مرة أخرى.
error-engine-variable-unset = يُقرأ متغير قبل أن تُسند إليه قيمة.
error-engine-variable-unset-advice = شغّل أولاً التوقيع الذي يعيّنه، إن كان في النموذج.
error-engine-division-by-zero = يُقسم عدد صحيح على صفر.
error-engine-division-by-zero-advice = سبب ذلك قيم المدخلات؛ كثيرًا ما تسببه الأصفار. استخدم غيرها.
error-engine-negative-exponent = يُرفع عدد صحيح إلى أس سالب.
error-engine-negative-exponent-advice = سبب ذلك قيم المدخلات؛ استخدم غيرها.
error-engine-subgraph-inputs = لا تتطابق مدخلات رسم بياني فرعي مع ما يمرره مستدعيه.
error-engine-subgraph-inputs-advice = الرسم البياني معطوب؛ حوّل النموذج مرة أخرى.
error-engine-subgraph-results = لا تتطابق نتائج رسم بياني فرعي مع ما يتوقعه مستدعيه.
error-engine-subgraph-results-advice = الرسم البياني معطوب؛ حوّل النموذج مرة أخرى.
error-engine-run-was-broken-off = أُجهض التشغيل الأخير.
error-engine-run-was-broken-off-advice = افتح النموذج مرة أخرى.
error-engine-cancelled = أوقف التشغيل.
error-engine-cancelled-advice = شغّله مرة أخرى متى شئت.

reason-engine-no-kernel = هذه العملية غير منفَّذة بعد.
reason-engine-custom-op = عملية مخصصة: كودها ليس جزءًا من الملف.
reason-engine-unknown-op = رمز العملية غير معروف.
reason-engine-op-version = نسخة العملية هذه غير منفَّذة؛ أحدث نسخة مدعومة { $newest }.
reason-engine-types = غير منفَّذة لهذه الأنواع: من { $inputs } إلى { $outputs }.
reason-engine-operands = لا تقبل العملية هذا العدد من المدخلات أو المخرجات.
reason-engine-gates-of-int8 = في LSTM اثنا عشر موترًا وسيطًا (بوابات بعرض 8 بت). لا تشغّله بيئة التشغيل إلا مع التسوية (normalization) وإسقاط (projection) له انحياز، ولا تشغّله على المتتابعات.
reason-engine-activation = التنشيط المدمج غير منفَّذ لهذه العملية.
reason-engine-shuffled-weights = الأوزان مخزنة بترتيب معدَّل غير منفَّذ.
reason-engine-mixed-scales = للمعاملات والنتيجة مقاييس مختلفة، وهذا غير منفَّذ.
reason-engine-body = لا تدعم بيئة التشغيل جسم هذه العملية.
reason-engine-custom-options = خيارات العملية المخصصة غير صالحة أو مفقودة.

error-engine-no-such-node = يشير قسم من النموذج إلى عقدة غير موجودة.
error-engine-no-such-node-advice = هذا خلل في Vintage؛ أبلغ عنه مع الملف. اختر CPU ريثما يُصلح.
