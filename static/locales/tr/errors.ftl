# Errors that belong to no single format.

error-bytes-past-end = Dosya erken bitiyor: { $offset } ofsetinde { $wanted } bayt gerekiyor, ama dosya { $size } bayt.
error-bytes-past-end-advice = Kopya muhtemelen eksik. Boyutunu özgün dosyanınkiyle karşılaştırıp yeniden kopyalayın.

error-structure-too-large = Tek bir yapı bellekte { $size } bayt tutardı; sınır { $limit }.
error-structure-too-large-advice = Dosya sağlamsa belleği daha büyük bir makinede CLI ile açın.

error-file-unreadable = Dosya okunamadı: { $reason }.
error-file-unreadable-advice = Var olduğunu ve okuma izniniz bulunduğunu denetleyip yeniden açın.

error-folder-too-deep = Klasör { $limit } düzeyden daha derin iç içe.
error-folder-too-deep-advice = Modelin kendisini içeren klasörü açın.

error-zip-overlap = “{ $member }”, verilerini bu zip’teki başka bir dosyayla paylaşıyor.
error-zip-overlap-advice = Hiçbir zip programı böyle yazmaz: zip bozuk ya da belleği tüketmek için hazırlanmış. Verileri paylaşan dosyaların ilki açılır.
