# Statistics and checksums of stored values.

values-of-value = Öğe sayısı
values-of-magnitude = Öğe sayısı (aşağıdaki sayılar mutlak değerleridir)
values-of-length = Dize sayısı (aşağıdaki sayılar bayt olarak uzunluklarıdır)
values-min = En küçük
values-max = En büyük
values-mean = Ortalama
values-deviation = Standart sapma
values-zeros = Sıfır
values-nan = NaN
values-positive-infinity = Sonsuz
values-negative-infinity = Eksi sonsuz
values-histogram = Histogram
values-statistics = İstatistikler
values-show-statistics = İstatistikleri göster
values-check-all = Tüm değerleri denetle
values-statistics-all = Tüm istatistikleri hesapla
values-checking = { $done } / { $total } denetlendi
values-histogram-said = { $bins ->
    [one] Histogram: { $most } öğenin tümü { $low }.
   *[other] Histogram: { $low } – { $high } arasında { $bins } aralık; en dolusu { $from } – { $to }, { $most } öğe.
}
values-partial = Yalnızca bir kısmı okunabildi; bu sayılar o kısım içindir.
check-right = sağlama toplamı doğru
check-wrong = sağlama toplamı yanlış
check-none = sağlama toplamı saklanmamış
check-opaque = düz değer olarak saklanmaz
check-unreadable = okunamıyor
check-not-yet = henüz denetlenmedi
col-checksum = Sağlama toplamı
col-not-finite = NaN, sonsuz
table-save = Gösterilen satırları kopyala veya kaydet
table-export = Satırları dışa aktar
table-copy-as = { $form } olarak kopyala
table-save-as = { $form } olarak kaydet
findings-export = Bulguları dışa aktar

sizes = Kapsama göre boyutlar
sizes-path = Açık kapsam
sizes-all = Tüm değişkenler
sizes-scope = Kapsam
sizes-variables = Değişkenler
sizes-model = Model
sizes-optimizer = Optimize edici (slot değişkenleri)
sizes-share = Pay
sizes-percent = %{ $n }
sizes-open = { $name } kapsamını aç ve tabloyu süz

cli-no-values = Burada okunabilen değer saklayan bir şey yok.

error-bundle-values-overlap = { $key } ile { $other }, veri dosyasının aynı baytlarını paylaşıyor.
error-bundle-values-overlap-advice = TensorFlow böyle bir dizin yazmaz: iki değerden biri yanlış. Denetim noktasını yeniden yazın ya da bu iki değişkene güvenmeyin.
error-tflite-strings-damaged = Bu tensördeki dize listesi, verisinin dışını gösteriyor.
error-tflite-strings-damaged-advice = Tensörün baytları geçerli bir dize tensörü değil. Modeli yeniden dönüştürün.
error-tflite-weights-elsewhere = { $tensor } ağırlıkları { $file } dosyasında ve bu dosya eksik.
error-tflite-weights-elsewhere-advice = Bu dosyayı, modelde yazan yolda, modelle birlikte verin.
error-tflite-external-buffer-unknown = Bu tensör { $id } numaralı dış arabelleğe başvuruyor; model onu listelemiyor.
error-tflite-external-buffer-unknown-advice = Dosya bozuk ya da elle düzenlenmiş. Modeli yeniden dönüştürün.
error-tflite-external-group-unknown = Bir dış arabellek { $group } numaralı grupta; modelde { $count } grup var.
error-tflite-external-group-unknown-advice = Dosya bozuk ya da elle düzenlenmiş. Modeli yeniden dönüştürün.
error-tflite-external-outside = Bu ağırlıklar { $file } dosyasının { $offset } ofsetindeki { $bytes } bayttır; dosya { $size } bayt.
error-tflite-external-outside-advice = Ağırlık dosyası kesilmiş ya da modelin başka bir versiyonuna ait.
error-tflite-weights-dtype = { $dtype } türündeki değerler henüz okunmuyor.
error-tflite-weights-dtype-advice = Tensör türü ve şekliyle listelenir; baytlarını Baytlar görünümü gösterir.
error-tflite-weights-size = Bu tensörde { $stored } bayt var; türü ve şekli { $expected } bayt gerektirir.
error-tflite-weights-size-advice = Çalışma zamanları böyle bir modeli, tensörleri ayırırken reddeder. Yeniden dönüştürün.
error-text-proto-word-too-long = { $line }. satırdaki bir sözcük { $limit } bayttan uzun.
error-text-proto-word-too-long-advice = TensorFlow’un hiçbir alanı, sayısı ya da değeri bu kadar uzun değildir: bu muhtemelen bir metin proto dosyası değil.
