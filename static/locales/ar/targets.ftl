# Several releases that a file must run on: their verdicts, the verdict over all of them, and that of each requirement.

targets = الأهداف
targets-channel = حزمة الهدف { $n }
targets-release = إصدار الهدف { $n }
targets-loads = يُحمَّل في كل الأهداف ({ $of })
targets-warns = يُحمَّل في كل الأهداف ({ $of })، مع تحذيرات في { $n } منها
targets-refused = مرفوض في { $n } من أصل { $of } من الأهداف
targets-unknown = غير معروف في { $n } من أصل { $of } من الأهداف
targets-because = { $verdict }، بسبب { $requirement }
targets-said = { $name }: { $verdicts }.
targets-no-window = لا نطاق توافق للملف في { $channel }
targets-met = مستوفى في كل الأهداف
targets-need-refused = غير مستوفى في { $targets }
targets-need-unknown = غير معروف في { $targets }
targets-need-warns = تحذير في { $targets }
targets-files = يُحمَّل { NUMBER($n) } من أصل { NUMBER($all) } من الملفات في كل الأهداف ({ $of })
