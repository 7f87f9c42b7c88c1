# The first screen: a page of its own shows it before its code is there.

tagline = الإصدارات التي تحمّل هذا الملف
welcome-title = أي إصدارات TensorFlow تحمّل ملفك؟
welcome-lead = أفلت نموذجًا أو نقطة تفتيش لترى الإصدارات التي تحمّله، والمتطلبات التي ترسم الحدود، والأخطاء التي تطبعها الإصدارات الأخرى.
welcome-drop = أفلت ملفات أو مجلدًا هنا
welcome-kinds = ملفات { ".tflite" } ومجلدات SavedModel والرسوم البيانية المجمَّدة ونقاط التفتيش، أو أرشيف zip أو tar منها. اللصق يعمل أيضًا.
open-files = فتح ملفات…
open-folder = فتح مجلد…
private = لا شيء يغادر هذا المتصفح.
progress-reading = تجري القراءة…
