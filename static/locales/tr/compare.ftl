# Comparison of two files: the Compare view and `vintage compare`.

compare-same = Anlamları aynı.
compare-different = Farklılar.
compare-gained = { $count } sürüm kazanıldı
compare-lost = { $count } sürüm kaybedildi
compare-because-a = ilkinin gereksinimi:
compare-because-b = ikincinin gereksinimi:
compare-requirements = Yalnızca bir dosyanın gerektirdikleri, pencereye etkisi yok
compare-values = Saklanan değerler
compare-values-not-read = Saklanan değerler okunmadı.
compare-exact = eşit
compare-close = yakın
compare-different-values = farklı
compare-incomparable = karşılaştırılamaz
compare-elements = { $total } öğenin { $differing } tanesi farklı
compare-largest = en büyük fark { $difference }, konum { $at }: { $a } -> { $b }
compare-first = ilki konum { $at }: { $a } -> { $b }

compare-part-file = Dosya
compare-part-metadata = Meta veriler
compare-part-meta-graph = Meta grafikler
compare-part-signature = İmzalar
compare-part-graph = Grafikler
compare-part-function = Fonksiyonlar
compare-part-node = Düğümler
compare-part-tensor = Tensörler
compare-part-model = Model
compare-part-compile = Derleme
compare-part-layer = Katmanlar
compare-part-variable = Değişkenler
compare-part-object = Nesneler

compare-refusal-kinds = { $a } ile { $b } karşılaştırılamaz: türleri farklı.
compare-refusal-unreadable = { $name } okunamadı, bu yüzden karşılaştırılacak bir şey yok.
compare-refusal-not-open = İki dosya gerekir.

compare-alone = Bu dosyayı bir başkasıyla karşılaştırmak için onu da açın.
compare-alone-what = İki model, grafik, denetim noktası ya da Keras dosyası anlamlarına göre karşılaştırılır: sırası önemsiz düğümler ve katmanlar, türler, şekiller, niceleme, imzalar, ağırlıklar; ve pencereyi kaydıran gereksinimler.
compare-open = Karşılaştırılacak dosyayı aç
compare-with = Karşılaştırılan
compare-option = { $name } ({ $kind })
compare-swap = Önce ile sonrayı değiştir
compare-says-same = { $a } ile { $b }, saklanan değerler dışında aynı.
compare-says-different = { $a } → { $b } farkları:
compare-window = Penceredeki değişiklikler
compare-window-same = Pencere aynı: her sürüm iki dosyaya da aynı davranır.
compare-channel = Kanal
compare-before = Önce
compare-after = Sonra
compare-change = Değişiklik
compare-because = Neden
compare-verdicts = { $count } karar farklı
compare-only-before = Yalnızca önceki dosyanın gerektirdikleri
compare-only-after = Yalnızca sonraki dosyanın gerektirdikleri
compare-what = Farklar
compare-parts = Kısımlara göre sayılar; filtrelemek için birini seçin
compare-counts = { $added } eklendi, { $removed } kaldırıldı, { $changed } değişti, { $same } aynı
compare-filter = Farkları filtrele
compare-filter-values = Saklanan değerleri filtrele
compare-name = Ad
compare-how-added = yalnızca sonra
compare-how-removed = yalnızca önce
compare-how-changed = değişti
compare-values-ask = { $n ->
    [one] 1 saklanan değeri karşılaştır ({ $size })
   *[other] { $n } saklanan değeri karşılaştır ({ $size })
}
compare-close-means = yakın: |a − b| ≤ { $absolute } + { $relative } · |b|
compare-equal-too = eşit olanlar da
compare-all-equal = Tümü eşit.
compare-differing = Farklı
compare-largest-is = En büyük fark
compare-norm = L2 farkı
compare-relative = Göreli değişim
compare-types = Tür ve şekil
compare-at = Konum
compare-of = { $n } / { $total }
compare-dequantized = gerçel sayılar
compare-dequantized-why = İkisi farklı nicelenmiş: gerçel değerleri karşılaştırılır.
copy-markdown = Markdown kopyala

compare-one-file = dosya
compare-one-metadata = meta veri
compare-one-meta-graph = meta grafik
compare-one-signature = imza
compare-one-graph = grafik
compare-one-function = fonksiyon
compare-one-node = düğüm
compare-one-tensor = tensör
compare-one-model = model
compare-one-compile = derleme
compare-one-layer = katman
compare-one-variable = değişken
compare-one-object = nesne
