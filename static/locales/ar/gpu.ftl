# The WebGPU path: why it cannot run, and what happens instead.
# Each error has a headline and advice; a reason is about one node.

error-gpu-no-adapter = لا تتوفر GPU للحساب.
error-gpu-no-adapter-advice = يعمل النموذج على CPU بدلاً منها. يجب تفعيل WebGPU في المتصفح، وهو يحتاج إلى صفحة عبر HTTPS أو من localhost وإلى برنامج تشغيل رسوميات سليم.

error-gpu-no-device = تعذر فتح GPU: { $detail }
error-gpu-no-device-advice = يعمل النموذج على CPU بدلاً منها. كثيرًا ما يفيد إغلاق صفحات أخرى تستخدم الرسوميات أو إعادة تشغيل المتصفح.

error-gpu-unsupported =
    { $count ->
        [one] عقدة واحدة ليست لها نواة GPU: { $ops }.
        [two] عقدتان ليست لهما نواة GPU: { $ops }.
        [few] { $count } عقد ليست لها نواة GPU: { $ops }.
        [many] { $count } عقدة ليست لها نواة GPU: { $ops }.
       *[other] { $count } عقدة ليست لها نواة GPU: { $ops }.
    }
error-gpu-unsupported-advice = يعمل النموذج على CPU بدلاً منها. العملية التي بجانبها نوع بين قوسين تنقصها النواة لهذا النوع فقط.

error-gpu-parts-little =
    { $count ->
        [one] عقدة واحدة ليست لها نواة GPU: { $ops }. والباقي أصغر من أن يستحق التشغيل على GPU.
        [two] عقدتان ليست لهما نواة GPU: { $ops }. والباقي أصغر من أن يستحق التشغيل على GPU.
        [few] { $count } عقد ليست لها نواة GPU: { $ops }. والباقي أصغر من أن يستحق التشغيل على GPU.
        [many] { $count } عقدة ليست لها نواة GPU: { $ops }. والباقي أصغر من أن يستحق التشغيل على GPU.
       *[other] { $count } عقدة ليست لها نواة GPU: { $ops }. والباقي أصغر من أن يستحق التشغيل على GPU.
    }
error-gpu-parts-little-advice = يعمل النموذج على CPU بدلاً منها. العملية التي بجانبها نوع بين قوسين تنقصها النواة لهذا النوع فقط.

error-gpu-too-large = يحتاج موتر إلى { $bytes } بايت؛ وتسمح GPU هذه في المخزن المؤقت الواحد بما لا يتجاوز { $limit }.
error-gpu-too-large-advice = يعمل النموذج على CPU بدلاً منها.

error-gpu-not-half = ليست في GPU هذه الميزة shader-f16.
error-gpu-not-half-advice = شُغّل النموذج بدقة float32.

error-gpu-bad-input = في المدخل { $input } عدد { $given } من القيم؛ ويأخذ النموذج { $expected }.
error-gpu-bad-input-advice = أعطِ موترًا بشكل المدخل.

error-gpu-out-of-memory = نفدت ذاكرة GPU.
error-gpu-out-of-memory-advice = يعمل النموذج على CPU بدلاً منها. يحرر إغلاقُ صفحات أخرى تستخدم الرسوميات ذاكرةً.

error-gpu-validation = رفض برنامج تشغيل الرسوميات خطوة: { $detail }
error-gpu-validation-advice = يعمل النموذج على CPU بدلاً منها. هذا خلل في Vintage أو في برنامج التشغيل؛ أبلغ عنه مع النص أعلاه.

error-gpu-other-shape = للموتر { $tensor } في هذا التشغيل الشكل { $given }؛ وفي الملف { $stored }.
error-gpu-other-shape-advice = يعمل النموذج على CPU بدلاً منها، فهي تدعم الأشكال التي تتغير أثناء التشغيل.

error-gpu-lost = فُقد الاتصال مع GPU أثناء التشغيل: { $detail }
error-gpu-lost-advice = يعمل النموذج على CPU بدلاً منها. قد يستخدم تشغيل آخر GPU مرة أخرى.

reason-gpu-no-kernel = ليست لهذه العملية نواة GPU بعد
reason-gpu-dtype = يدعم مسار GPU الأنواع float32 و bool، و int8 أو uint8 بمقياس واحد، لكن هذه العقدة تستخدم { $dtype }
reason-gpu-not-constant = يجب أن يكون المعامل { $operand } ثابتًا على GPU، لكنه محسوب هنا
reason-gpu-missing-operand = المعامل { $operand } مفقود
reason-gpu-option = ليست لخيارها { $option } نواة GPU بعد
reason-gpu-scales = مقاييس معاملاتها ونتيجتها مختلفة، لكن بيئة التشغيل تنسخ بايتاتها
reason-gpu-shape = أشكالها لا تتوافق، أو لها رتبة بلا نواة GPU
reason-gpu-variable = تحتفظ بحالة بين مرات التشغيل، ولا يدعم ذلك مسار GPU بعد
reason-gpu-too-large = يحتاج أحد موتراتها إلى { $bytes } بايت؛ وتسمح GPU هذه في المخزن المؤقت الواحد بما لا يتجاوز { $limit }
reason-gpu-little = تدعمها GPU، لكن النقل يستغرق أطول من حسابها على CPU
reason-gpu-between = تدعمها GPU، لكنها بين عقد تشترك في حالة

run-parts =
    { $count ->
        [one] شُغّل في قسم واحد:
        [two] شُغّل في قسمين:
        [few] شُغّل في { $count } أقسام:
        [many] شُغّل في { $count } قسمًا:
       *[other] شُغّل في { $count } قسم:
    }
run-part-where = الموضع
run-col-which = أيها
run-col-why = السبب
run-part-gpu = على GPU
run-part-simd = على CPU
run-half = float16 (نصف الذاكرة، ودقة أقل)
run-check = مقارنة كل عملية بالأنوية المرجعية
run-check-passed =
    { $count ->
        [one] قورنت عملية واحدة بالأنوية المرجعية؛ وهي متفقة معها.
        [two] قورنت عمليتان بالأنوية المرجعية؛ وهما متفقتان معها.
        [few] قورنت { $count } عمليات بالأنوية المرجعية؛ وكلها متفقة معها.
        [many] قورنت { $count } عملية بالأنوية المرجعية؛ وكلها متفقة معها.
       *[other] قورنت { $count } عملية بالأنوية المرجعية؛ وكلها متفقة معها.
    }
run-check-failed =
    { $count ->
        [one] قورنت عملية واحدة بالأنوية المرجعية؛ المختلف منها أكثر من المسموح: { $differing }.
        [two] قورنت عمليتان بالأنوية المرجعية؛ المختلف منها أكثر من المسموح: { $differing }.
        [few] قورنت { $count } عمليات بالأنوية المرجعية؛ المختلف منها أكثر من المسموح: { $differing }.
        [many] قورنت { $count } عملية بالأنوية المرجعية؛ المختلف منها أكثر من المسموح: { $differing }.
       *[other] قورنت { $count } عملية بالأنوية المرجعية؛ المختلف منها أكثر من المسموح: { $differing }.
    }
run-check-first = الأولى: أعطت { $op } عند العقدة { $node } (النواة { $kernel }) القيمة { $got } بدل { $want } في العنصر { $element }: الفرق { $absolute }، النسبي { $relative }؛ المسموح { $tolerance }.
run-check-closest = الأقرب إلى حدها: { $op } عند العقدة { $node } (النواة { $kernel })، الفرق { $absolute }، النسبي { $relative }؛ المسموح { $tolerance }.
