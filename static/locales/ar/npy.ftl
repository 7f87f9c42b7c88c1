# NumPy arrays.

error-npy-bad-magic = هذا ليس ملف { ".npy" }: لا يبدأ بالبايتات { "93 4E 55 4D 50 59" }.
error-npy-bad-magic-advice = احفظ المصفوفة باستخدام numpy.save.
error-npy-version = نسخة صيغة ملف { ".npy" } هذا { $version }؛ تُقرأ النسخ من 1 إلى 3.
error-npy-version-advice = احفظ المصفوفة مرة أخرى بنسخة حديثة من NumPy.
error-npy-bad-header = ترويسة ملف { ".npy" } هذا تالفة: { $part }.
error-npy-bad-header-advice = احفظ المصفوفة مرة أخرى باستخدام numpy.save.
error-npy-unsupported-type = العناصر من النوع { $descr } غير مدعومة.
error-npy-unsupported-type-advice = حوّل المصفوفة إلى نوع عددي، مثلاً { "array.astype(\"float32\")" }، واحفظها مرة أخرى.
error-npy-too-large = مصفوفة بالشكل { $shape } تتجاوز الحد، وهو { $limit } بايت.
error-npy-too-large-advice = احفظ مصفوفة أصغر.

error-npz-empty = ليس في ملف { ".npz" } هذا مصفوفة.
error-npz-empty-advice = احفظ المصفوفات باستخدام numpy.savez.
error-npz-no-such-array = في ملف { ".npz" } هذا عدة مصفوفات وليس بينها { $name }. فيه: { $known }.
error-npz-no-such-array-advice = احفظها باسم المدخل، أو وحدها: تأخذ numpy.savez الأسماء كلمات مفتاحية.
