# Windows as pictures, tables and badges, saved by the page and printed by the terminal.

answers-save = حفظ نطاق التوافق
answers-picture = صورة (SVG)
answers-table = جدول (Markdown)
answers-badge = شارة (SVG)

picture-title-one = الإصدارات التي تحمّل { $name }
picture-title =
    { $count ->
        [one] الإصدارات التي تحمّل ملفًا واحدًا
        [two] الإصدارات التي تحمّل ملفين
        [few] الإصدارات التي تحمّل { $count } ملفات
        [many] الإصدارات التي تحمّل { $count } ملفًا
       *[other] الإصدارات التي تحمّل { $count } ملف
    }
picture-file = يُحمَّل { $name } في: { $windows }
picture-file-none = ليس للملف { $name } نطاق توافق
picture-file-unreadable = تتعذر قراءة { $name }
picture-together = تُحمَّل كل الملفات في: { $windows }
picture-all-files = كل الملفات
picture-run = { $first } إلى { $last }
picture-count = { $good } من { $all } من الإصدارات
picture-none = لا إصدار معروفًا
picture-unknown = غير معروف
picture-no-window = لا نطاق توافق
picture-target = { $channel } { $release }: { $outcome }
picture-target-all = { $channel } { $release }، كل الملفات: { $outcome }
picture-col-file = الملف
picture-col-channel = القناة
picture-col-window = يُحمَّل في
picture-col-count = الإصدارات

picture-outcome-loads = يُحمَّل
picture-outcome-warns = يُحمَّل مع تحذيرات
picture-outcome-refused = مرفوض
picture-outcome-unknown = غير معروف
picture-outcome-unreadable = غير مقروء

picture-kind-tflite = نموذج TensorFlow Lite
picture-kind-saved_model = SavedModel
picture-kind-graph_def = GraphDef
picture-kind-meta_graph = MetaGraphDef
picture-kind-checkpoint = نقطة تفتيش
picture-kind-checkpoint_state = ملف حالة نقاط التفتيش
picture-kind-keras = ملف Keras
picture-kind-unknown = غير معروف النوع

badge-loads = يُحمَّل في
badge-loads-in = يُحمَّل في { $channel } { $release }
badge-warns = مع تحذيرات
badge-unknown = غير معروف
badge-yes = نعم
badge-no = لا
badge-only = { $first }
badge-from = { $first } وما بعده
badge-between = { $first } إلى { $last }
badge-with-gaps = { $window }، مع ثغرات
badge-title = يُحمَّل { $name } في { $channel } { $window }
badge-title-target = { $name } في { $channel } { $release }: { $outcome }
