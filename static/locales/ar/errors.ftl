# Errors that belong to no single format.

error-bytes-past-end = ينتهي الملف مبكرًا: المطلوب { $wanted } بايت عند الإزاحة { $offset }، وحجم الملف { $size }.
error-bytes-past-end-advice = ربما لم يكتمل النسخ. قارن حجم الملف بالأصل وانسخه مرة أخرى.

error-structure-too-large = ستشغل بنية واحدة { $size } بايت من الذاكرة؛ والحد { $limit }.
error-structure-too-large-advice = إن كان الملف سليمًا، فافتحه بأداة سطر الأوامر على جهاز بذاكرة أكبر.

error-file-unreadable = تعذرت قراءة الملف: { $reason }.
error-file-unreadable-advice = تحقق من وجوده ومن أن لك إذنًا بقراءته، ثم افتحه مرة أخرى.

error-folder-too-deep = المجلد متداخل إلى ما يتجاوز حد المستويات ({ $limit }).
error-folder-too-deep-advice = افتح المجلد الذي فيه النموذج نفسه.

error-zip-overlap = يشترك «{ $member }» في بياناته مع ملف آخر من أرشيف zip هذا.
error-zip-overlap-advice = لا يكتب أي برنامج zip ذلك: الأرشيف تالف، أو أُعدّ لاستنزاف الذاكرة. يُفتح أول الملفات التي تشترك في البيانات.
