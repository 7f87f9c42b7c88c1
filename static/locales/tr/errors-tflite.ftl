# Errors of TensorFlow Lite files, archives, and unknown files.

error-tflite-too-short = Dosya { $size } bayt; bir model en az 8 bayttır.
error-tflite-too-short-advice = Kopya muhtemelen eksik. Boyutunu özgün dosyanınkiyle karşılaştırıp yeniden kopyalayın.

error-tflite-no-identifier = 4–7. baytlarda “TFL3” tanımlayıcısı bekleniyordu, “{ $found }” bulundu.
error-tflite-no-identifier-advice = Bu bir TensorFlow Lite modeli değil ya da başının üzerine yazılmış. Çalışma zamanları onu reddeder.

error-tflite-offset-outside = Bir alan, { $size } baytlık dosyanın sonunun ötesini gösteriyor.
error-tflite-offset-outside-advice = Dosya kesilmiş ya da bozulmuş. Boyutunu özgün dosyanınkiyle karşılaştırıp yeniden kopyalayın.

error-tflite-table-damaged = Bu ofsetteki veri geçerli bir tablo değil.
error-tflite-table-damaged-advice = Dosyanın baytları üzerine yazılmış. Okunabilen kısımlar gösteriliyor; modeli kullanmak için dosyayı yeniden kopyalayın.

error-tflite-list-outside = { $count } kayıtlık bir liste, { $size } baytlık dosyaya sığmıyor.
error-tflite-list-outside-advice = Dosya kesilmiş ya da bozulmuş. Boyutunu özgün dosyanınkiyle karşılaştırıp yeniden kopyalayın.

error-tflite-buffer-outside-file = Bir arabelleğin verisi, { $size } baytlık dosyanın sonunun ötesinde bitiyor.
error-tflite-buffer-outside-file-advice = Ağırlıklar model yapısından sonra saklanır ve kesilmiş. Dosyanın tamamını yeniden kopyalayın.

error-tflite-field-missing = Zorunlu “{ $field }” alanı eksik.
error-tflite-field-missing-advice = Dosyayı yazan program onu atlamış. Modeli güncel bir dönüştürücüyle yeniden dönüştürün.


error-tflite-text-not-utf8 = Bir adda UTF-8 olmayan baytlar var.
error-tflite-text-not-utf8-advice = Çoğu çalışma zamanı bunu yok sayar; Python adı yazdırırken hata verir. Tensörü ya da işlemi yeniden adlandırın.

error-tflite-text-unterminated = Bir dizenin sonunda sıfır baytı yok.
error-tflite-text-unterminated-advice = Dosyaları doğrulayan çalışma zamanları bunu reddeder. Dosyayı bir FlatBuffers kitaplığıyla yeniden yazın.

error-tflite-unaligned = { $position }. bayttaki değer, büyüklüğüne göre hizalı değil.
error-tflite-unaligned-advice = Dosyaları doğrulayan çalışma zamanları bunu reddeder; eskileri bazı CPU’larda çökebilir. Dosyayı bir FlatBuffers kitaplığıyla yeniden yazın.

error-tflite-too-many-tables = Dosya { $limit } parçadan fazlasını tanımlıyor.
error-tflite-too-many-tables-advice = Bu büyüklükte geçerli bir model olası değil; parçalar muhtemelen dosya bozuk olduğu için yineleniyor.

error-tflite-too-much-data = Dosyanın listeleri aynı veriyi yineliyor, toplam { $limit } bayttan fazla.
error-tflite-too-much-data-advice = Geçerli bir model bunu yapmaz; dosya bozuk ya da belleği tüketmek için hazırlanmış.

error-tflite-too-deep = Tablolar { $limit } düzeyden daha derin iç içe.
error-tflite-too-deep-advice = Geçerli bir model bu kadar derin olmaz; dosya bozuk ya da belleği tüketmek için hazırlanmış.

error-tflite-list-too-long = Bir listede { $limit } kayıttan fazlası var.
error-tflite-list-too-long-advice = Geçerli bir model bu kadar büyük olmaz; dosya bozuk ya da belleği tüketmek için hazırlanmış.

error-tflite-text-too-long = Bir dize { $limit } bayttan uzun.
error-tflite-text-too-long-advice = Uzunluğun muhtemelen üzerine yazılmış. Dosyayı yeniden kopyalayın.

error-tflite-schema-version = Modelin şema versiyonu { $found }; çalışma zamanları yalnızca şunu okur: { $supported }.
error-tflite-schema-version-advice = Modeli güncel bir dönüştürücüyle yeniden dönüştürün.

error-tflite-no-subgraph = Modelde alt grafik yok.
error-tflite-no-subgraph-advice = Çalıştırılacak bir şey yok. Modeli yeniden dönüştürün.

error-tflite-opcode-outside = Operatör { $index } numaralı operatör koduna başvuruyor; modelde { $count } tane var.
error-tflite-opcode-outside-advice = Dosya bozuk ya da elle düzenlenmiş. Modeli yeniden dönüştürün.

error-tflite-tensor-outside = { $index } numaralı tensör yok; alt grafikte { $count } tane var.
error-tflite-tensor-outside-advice = Dosya bozuk ya da elle düzenlenmiş. Modeli yeniden dönüştürün.

error-tflite-buffer-outside = Tensör { $index } numaralı arabelleğe başvuruyor; modelde { $count } tane var.
error-tflite-buffer-outside-advice = Dosya bozuk ya da elle düzenlenmiş. Modeli yeniden dönüştürün.

error-tflite-subgraph-outside = { $index } numaralı alt grafik yok; modelde { $count } tane var.
error-tflite-subgraph-outside-advice = Dosya bozuk ya da elle düzenlenmiş. Modeli yeniden dönüştürün.

error-tflite-shape-impossible = { $shape } şeklinde negatif bir boyut ya da sayılamayacak kadar çok öğe var.
error-tflite-shape-impossible-advice = Dosya bozuk ya da elle düzenlenmiş. Modeli yeniden dönüştürün.

error-tflite-shared-tensor = { $index } numaralı tensör aynı operatörün hem girdisi hem çıktısı.
error-tflite-shared-tensor-advice = Dosya bozuk ya da elle düzenlenmiş. Modeli yeniden dönüştürün.

error-tflite-signature-key-missing = Bir imzanın anahtarı yok.
error-tflite-signature-key-missing-advice = Çalışma zamanları onu adıyla çağıramaz. Modeli yeniden dönüştürün.

error-checkpoint-index-missing = { $count ->
    [one] Bu, bir denetim noktasının veri dosyası; dizin eksik.
   *[other] Bunlar bir denetim noktasının { $count } veri dosyası; dizin eksik.
}
error-checkpoint-index-missing-advice = “{ $index }” dosyasını onunla birlikte açın: veri dosyalarının içeriğini dizin listeler. Programlara hiçbir zaman veri dosyasını değil, iki adın ortak önekini verin.


error-file-empty = Dosya boş.
error-file-empty-advice = Kopyalama muhtemelen başarısız oldu. Dosyayı yeniden kopyalayın.

error-file-unknown = Vintage bu dosya türünü tanımıyor: ilk baytları { $bytes }.
error-file-unknown-advice = Vintage .tflite, SavedModel, GraphDef, MetaGraphDef, denetim noktası ve bunların zip, tar ve gzip dosyalarını okur.
