# Running a model.

run-start = Çalıştır
run-backend = Arka uç
run-backend-simd = CPU (SIMD)
run-backend-gpu = GPU (WebGPU)
run-backend-reference = referans çekirdekler (yavaş)
run-invocations = Çalıştırma
run-repeat-auto = bir saniyede en çok 10
run-keeps-state = Bu model çalıştırmalar arasında durum tutar. Bir sayı seçmezseniz ısınma olmadan bir kez çalışır.
run-signature = İmza
run-main-graph = ana alt grafik
run-idle = Motor, Çalıştır düğmesine basınca indirilir. Model bu tarayıcıda kalır.
run-building = `cargo xtask serve` motoru hâlâ derliyor. Diğer her şey çalışır; çalıştırma, derleme bitince başlar.
run-loading = Model hazırlanıyor
run-running = Çalışıyor
run-progress = { $done } / { $total } düğüm
run-progress-loop = { $done } / { $total } düğüm, bir döngünün { $rounds }. turu

run-col-input = Girdi
run-col-values = Değerler
run-zeros = sıfır
run-random = rastgele
run-made-up =
    { $kind ->
        [random] Rastgele girdiyle deneme: aşağıdaki çıktıların ve etiketlerin bir anlamı yok.
       *[zeros] Sıfır girdiyle deneme: aşağıdaki çıktıların ve etiketlerin bir anlamı yok.
    }
run-made-up-hint = Gerçek bir sonuç için yukarıda bir dosya ya da görüntü seçin ya da değer yazın.
run-data-file = dosya
run-image-or-file = görüntü ya da dosya
run-text = metin
run-typed = yazılan
run-text-one = Bu girdinin metni
run-text-lines = Her satıra bir dize
run-text-numbers = Virgül, boşluk ya da satırla ayrılmış sayılar
run-seed = tohum
run-file = Dosya
run-choose-file = Seç…
run-drop-file = ya da buraya bir dosya bırakın
run-drop-image = ya da buraya görüntü bırakın veya yapıştırın
run-paste = Yapıştır
run-pasted = yapıştırılan görüntü
run-camera = Kamera
run-camera-view = Kamera görüntüsü
run-camera-take = Fotoğraf çek
run-camera-picture = kamera fotoğrafı
run-proportions = Oranı farklı görüntüler
run-stretch = esnet
run-crop = ortadan kırp
run-from-metadata = modelin meta verilerinden
run-normalisation = 0–255 arası kanal değerlerinin model değerlerine dönüştürülmesi
run-mean = Ortalama
run-std = Bölen

run-took =
    { $count ->
        [one] { $ms } ms, { $module }
       *[other] { $count } çalıştırmanın ortancası { $ms } ms, { $module }
    }
run-threads = { $count } iş parçacığı
run-took-cold = İlk çalıştırma dahildir: sonrakilerden yavaştır.
run-took-warm = { $count } ısınma çalıştırması dahil değil.
run-said =
    { $count ->
        [one] Çalıştırma bitti: { $ms } ms.
       *[other] { $count } çalıştırma bitti: ortanca { $ms } ms.
    }
run-said-top = { $output } çıktısının en büyük değeri: { $name }, { $value }.
run-profile = Profil
run-on-graph = Grafikte göster
run-no-profile = Bu GPU operatörleri tek tek ölçemiyor.
run-col-op = Operatör
run-col-nodes = Düğümler
run-col-ms = ms / çalıştırma
run-col-node = Düğüm
run-col-kernel = Çekirdek
run-by-node =
    { $count ->
        [one] { $count } düğüm
       *[other] { $count } düğüm, tek tek
    }
run-more-nodes = ve { $count } tane daha
run-col-index = İndis
run-col-value = Değer
run-col-label = Etiket
run-labels = Etiketler…
run-labels-file = Her satırda bir etiket olan dosya; buraya bırakılabilir de
run-labels-differ = { $classes } sınıf için { $labels } etiket var: etiketler yanlış sınıflarda olabilir.
run-show = Gösterim
run-as-image = görüntü
run-as-mask = maske
run-image-of = Görüntü olarak { $name }
run-mask-of = Maske olarak { $name }: her pikselde değeri en büyük olan sınıf
run-black = siyah
run-white = beyaz
run-no-picture = Bu çıktının değerleri çizilemez.
run-warmup = Isınma
run-median = ortanca
run-p90 = p90
run-histogram = { $count } çalıştırmanın süreleri, { $min } – { $max } ms
run-copy-report = Raporu kopyala
run-beside = Başka bir arka uçla karşılaştırma
run-compare-with = Karşılaştırılan
run-col-output = Çıktı
run-col-different = Farklı değerler
run-different = { $different } / { $count }
run-col-absolute = En büyük fark
run-col-relative = Bağıl
run-col-where = Konum
run-equal = eşit
run-no-numbers = Çıktılarda karşılaştırılacak sayı yok.
run-beside-note = İkisinde de aynı girdiler kullanılır. Bağıl fark, çıktının en büyük değerine göredir; nicelenmiş değerler saklandıkları gibi karşılaştırılır.
run-layers = Katmana göre niceleme hatası
run-layers-start = Float ile karşılaştır
run-layers-what = Aynı girdileri CPU’da iki kez daha çalıştırır: dosyadaki gibi ve aynı ağırlıkların nicelemesi çözülerek float ile.
run-layers-note = Hatalar, gerçek kullanımdaki gibi katmandan katmana birikir. Bir adım, tensörün ölçeğidir; bağıl hata, RMS hatasının float değerlerin RMS’ine bölümüdür.
run-layers-none = Bu modelin hiçbir katmanı gerçel sayı vermiyor.
run-layers-order = Sıralama
run-layers-by-relative = bağıl hata
run-layers-by-steps = adım olarak en büyük hata
run-layers-by-graph = grafikteki sıra
run-results = Başka bir çalışma zamanıyla karşılaştırma
run-results-what = Başka bir çalışma zamanının aynı girdilerle hesapladığı sonuçlar, { ".npy" } ya da { ".npz" } olarak. Ara tensörleri de ad ya da indisle verilirse farklı olan ilk operatörün adı gösterilir.
run-results-files = Sonuçlar…
run-results-files-label = Başka bir çalışma zamanının sonuçlarını içeren dosyalar; buraya da bırakılabilir
run-results-half = float16 ile hesaplıyor
run-results-start = Karşılaştır
run-results-differs = farklı
run-results-agrees = uyuşuyor
run-results-note = Her sonuç, önceki tensörlerin öteki çalışma zamanındaki değerlerinden referans çekirdeklerle hesaplanır.
run-results-passed =
    { $count ->
        [one] Öteki çalışma zamanının { $count } tensörü referans çekirdeklerle karşılaştırıldı; uyuşuyor.
       *[other] Öteki çalışma zamanının { $count } tensörü referans çekirdeklerle karşılaştırıldı; hepsi uyuşuyor.
    }
run-results-failed =
    { $count ->
        [one] Öteki çalışma zamanının { $count } tensörü referans çekirdeklerle karşılaştırıldı. İzin verilen farkı aşanlar: { $differing }.
       *[other] Öteki çalışma zamanının { $count } tensörü referans çekirdeklerle karşılaştırıldı. İzin verilen farkı aşanlar: { $differing }.
    }
run-results-first = İlk fark: { $node } düğümündeki { $op }, { $name } tensörü: { $element } öğesinde burada { $own }, öteki çalışma zamanında { $other }. Fark { $absolute }; izin verilen { $allowed }.
run-results-first-shape = İlk fark: { $node } düğümündeki { $op }, { $name } tensörü: { $reason }
run-results-closest = Sınırına en yakın: { $node } düğümündeki { $op }, { $name } tensörü, fark { $absolute }; izin verilen { $allowed }.
run-results-since = Neden, { $since } ile { $node } arasındaki operatörlerden biri. Daraltmak için aradaki tensörleri verin.
run-results-inputs = Bir girdide burada sıfırlar ya da rastgele değerler vardı. Öteki çalışma zamanının girdilerini girdi olarak ya da aynı { ".npz" } içinde verin.
run-results-many = Tensörlerin çoğu farklı. TensorFlow Lite yorumlayıcısı ara tensörleri yalnızca experimental_preserve_all_tensors ile ve temsilci olmadan saklar.
run-results-skipped = Karşılaştırılmadı ({ $count }): { $reason } { $names }
run-col-allowed = İzin verilen
run-col-own = Burada
run-col-other = Öteki çalışma zamanı
run-col-tensor = Tensör
run-col-steps = En büyük, adım
run-col-largest = En büyük hata
run-col-rms = RMS hatası
run-report-model = Model
run-report-browser = Tarayıcı
run-backend-name = Arka uç
run-min = min
run-max = maks
run-mean-value = ortalama
run-first-values = İlk değerler
run-first-strings = İlk dizeler
run-save-npy = .npy kaydet
run-save-json = .json kaydet
run-not-finite = { $count } değer NaN ya da sonsuz ({ $nan } NaN)
run-at-node = { $graph } numaralı alt grafiğin { $index } numaralı düğümünde

error-engine-worker-missing = Tarayıcı motoru başlatmadı.
error-engine-worker-missing-advice = Sayfayı yenileyin. Gizli pencereler ve katı ayarlar worker’ları engelleyebilir.
error-engine-stopped = Motor beklenmedik biçimde durdu: { $text }
error-engine-stopped-advice = Dosyanız değişmedi. Motoru yeniden başlatmak için Çalıştır’a basın.
error-run-no-cpu-kernels = Bazı düğümlerin gerektirdiği CPU çekirdekleri alınamadı.
error-run-no-cpu-kernels-advice = Bağlantıyı denetleyip yeniden Çalıştır’a basın.
error-run-no-model = Yüklü bir model yok.
error-run-no-model-advice = Yeniden Çalıştır’a basın.
error-run-too-many-inputs = { $given } girdi verildi; modelin girdi sayısı { $count }.
error-run-too-many-inputs-advice = Bazılarını çıkarın: verilmeyen girdiler sıfır olur.
error-run-threads = Sistem { $count } iş parçacığı başlatmıyor: { $detail }
error-run-threads-advice = --threads için daha küçük bir sayı verin.
error-run-no-such-backend = Böyle bir arka uç yok.
error-run-no-such-backend-advice = simd, reference ya da gpu seçin.
error-run-input-missing = Bir girdi için dosya seçilmedi.
error-run-input-missing-advice = Bir dosya seçin ya da sıfır veya rastgele değerleri seçin.
error-run-input-dtype = { $input } numaralı girdi ({ $name }) { $dtype } alır; dosyada { $given } var.
error-run-input-dtype-advice = Diziyi { $dtype } türüne dönüştürüp yeniden kaydedin.
error-run-file-unknown = { $name } girdisi için verilen { $file } dosyasının biçimi bilinmiyor.
error-run-file-unknown-advice = .npy, .npz, .csv, .json ya da .txt verin; görüntüler için PNG ya da JPEG de olur.
error-run-file-shape = { $name } girdisi { $wanted } alır, yani { $count } değer; { $given } değer verildi.
error-run-file-shape-advice = O kadar değer verin. Başka bir şekille çalıştırmak için değerleri JSON’da iç içe liste olarak yazın ya da .npy olarak kaydedin.
error-run-file-no-member = Dosyada birden çok liste var ve hiçbirinin adı { $name } değil. Bulunanlar: { $known }.
error-run-file-no-member-advice = Doğru listenin adını { $name } yapın.
error-run-file-not-a-number = Satır { $line }, sütun { $column }: { $text } bir sayı değil ve { $name } girdisi { $dtype } alır.
error-run-file-not-a-number-advice = Sayıları ondalık nokta ile yazın; örneğin 0.5 ya da 1e-3.
error-run-file-not-whole = Satır { $line }, sütun { $column }: { $text } bir tam sayı değil ve { $name } girdisi { $dtype } alır.
error-run-file-not-whole-advice = Tensörün sakladığı değerleri verin. Nicelenmiş bir tensör için: gerçel değer bölü ölçek, yuvarlanmış, artı sıfır noktası.
error-run-file-out-of-range = Satır { $line }, sütun { $column }: { $text }, { $name } girdisinin { $dtype } aralığının dışında.
error-run-file-out-of-range-advice = Tensörün sakladığı değerleri verin.
error-run-file-not-a-bool = Satır { $line }, sütun { $column }: { $text } ne true ne de false.
error-run-file-not-a-bool-advice = true ve false ya da 1 ve 0 yazın.
error-run-file-type = { $name } girdisinin türü { $dtype }; bu tür metin olarak verilemez.
error-run-file-type-advice = Değerleri .npy dosyası olarak kaydedin.
error-array-ragged = Satır { $line }, sütun { $column }: bu satır öncekilerden uzun ya da kısa, bu yüzden { $name } değerlerinin bir şekli yok.
error-array-ragged-advice = Tüm satırları aynı uzunlukta yapın.
error-array-not-json = Satır { $line }, sütun { $column }: { $name } için verilen metin, JSON biçiminde bir sayı ya da dize listesi değil.
error-array-not-json-advice = [[1, 2], [3, 4]] ya da her girdi için adıyla böyle bir liste içeren bir nesne yazın.
error-array-open-quote = Satır { $line }, sütun { $column }: bir tırnak kapatılmamış ya da ardından ayırıcı olmadan bir şey geliyor.
error-array-open-quote-advice = Kapatın; tırnak içinde tırnağı iki kez yazın.
error-array-empty = { $name } için değer yok.
error-array-empty-advice = En az bir satır verin.
error-run-input-has-no-size = { $input } numaralı girdinin ({ $name }) türü { $dtype }; bu türün sabit büyüklüğü yok.
error-run-input-has-no-size-advice = Bu tür girdiler henüz doldurulamıyor.
error-run-input-not-random = { $input } numaralı girdinin ({ $name }) türü { $dtype }; rastgele olamaz.
error-run-input-not-random-advice = Sıfır, dosya ya da yazılan değerleri seçin.
error-run-input-not-an-image = { $name } girdisi görüntü almaz.
error-run-input-not-an-image-advice = Görüntü için [1, yükseklik, genişlik, kanal] şekli, 1, 3 ya da 4 kanal ve sayısal bir tür gerekir.
error-run-image-unreadable = Tarayıcı { $name } için verilen görüntünün kodunu çözemedi.
error-run-image-unreadable-advice = PNG ya da JPEG deneyin.
error-run-not-quantized = Bu modelde nicelenmiş bir şey yok.
error-run-not-quantized-advice = Nicelenmiş modeli verin; float modelde böyle bir hata olmaz.
error-run-quantization-packed = { $name } ağırlıkları int4 olarak paketlenmiş; bunlar henüz float’a dönüştürülemiyor.
error-run-quantization-packed-advice = Çalıştırma bundan etkilenmez.
error-run-quantization-subgraphs = Bu model alt grafikler çalıştırıyor; bunlar henüz float’a dönüştürülemiyor.
error-run-quantization-subgraphs-advice = Çalıştırma bundan etkilenmez.
error-run-labels-no-text = Bu dosyada etiket yok.
error-run-labels-no-text-advice = Etiketler, sınıf sırasıyla her satırda bir tane olan UTF-8 metindir.
error-run-results-unknown = Bu modelde bu adda bir tensör yok.
error-run-results-constant = Bu tensör modelin bir sabiti.
error-run-results-other-constant = Bu sabitin modeldeki değerleri başka: sonuçlar başka bir modelin.
error-run-results-not-computed = Bu çalıştırmada hiçbir operatör bu tensörü hesaplamıyor.
error-run-results-type = { $given } değerleri { $wanted } ile karşılaştırılamaz.
error-run-results-shape = Biçim { $wanted } yerine { $given }.
error-run-results-no-tensor = Bu modelde { $name } adında bir çıktı ya da tensör yok.
error-run-results-no-tensor-advice = Çıktıları: { $known }.
error-run-results-which = { $file } dosyasının adı bu modelin çıktılarından biri değil.
error-run-results-which-advice = Dosyaya bir çıktının adını ya da konumunu verin veya adlı diziler içeren bir { ".npz" } kullanın. Çıktılar: { $known }.
error-run-results-none = Hiçbir dizi bu modelin bir tensörüne ait değil: { $given }.
error-run-results-none-advice = Dizilere tensörlerin adlarını ya da indislerini verin. Çıktılar: { $known }.
error-run-results-nothing = Dizilerin hiçbiri bu çalıştırmanın bir sonucu değil.
error-run-results-nothing-advice = Yalnızca girdileri değil, çıktıları ya da ara tensörleri verin.
error-run-normalisation-numbers = { $name } için ortalama ve bölen tek bir sayı ya da kanal başına virgülle ayrılmış bir sayıdır; bölenler 0 olamaz.
error-run-clipboard-refused = Tarayıcı, sayfanın panoyu okumasına izin vermedi.
error-run-clipboard-refused-advice = İzin verin ya da izin gerektirmeyen Ctrl+V (⌘V) tuşlarına basın.
error-run-clipboard-empty = Panoda görüntü yok.
error-run-clipboard-empty-advice = Görüntünün adresini ya da dosyasını değil, kendisini kopyalayıp yeniden deneyin.
error-run-camera-refused = Tarayıcı bir kamera açamadı.
error-run-camera-refused-advice = Bu sayfa için kameraya izin verin ve kamerayı kullanan diğer programları kapatın; ya da bir dosya seçin.
error-gpu-not-built = Bu derlemede GPU desteği yok.
error-gpu-not-built-advice = gpu özelliğiyle derleyin ya da başka bir arka uç seçin.
error-run-gpu-fixed-shape = { $input } girdisi GPU’da dosyadaki şeklini korur: { $wanted }.
error-run-gpu-fixed-shape-advice = Başka bir şekille çalıştırmak için CPU’yu seçin.
error-run-input-form = Girdileri NAME_OR_POSITION=FILE biçiminde yazın; verilen: { $given }.
error-run-input-form-advice = Örneğin --input 0=image.npy yazın.
error-run-no-such-input = Modelde { $name } girdisi yok. Girdileri: { $known }.
error-run-no-such-input-advice = Bu adlardan birini ya da 0’dan başlayan sıra numarasını kullanın.
error-run-output-unwritable = { $path } yazılamadı: { $reason }.
error-run-output-unwritable-advice = --output ile başka bir klasör seçin.
error-run-output-no-npy = { $position } numaralı çıktının türü { $dtype }; bir .npy dosyası bunu tutamaz.
error-run-output-no-npy-advice = Diğer çıktılar yazıldı.
error-run-outputs-too-large = Çıktılar { $size } bayt tutardı; sınır { $limit } bayt.
error-run-outputs-too-large-advice = Daha küçük girdiler kullanın. Sınır CLI ile yükseltilebilir: vintage run --limit working_bytes=BYTES.
error-run-no-model-inside = { $file } içinde TFLite modeli yok.
error-run-no-model-inside-advice = Bir .tflite dosyası ya da onu içeren bir arşiv veya klasör verin. Yalnızca TFLite modelleri çalıştırılabilir.
error-run-several-models = { $file } içinde birden çok TFLite modeli var: { $known }.
error-run-several-models-advice = Birini --member ile belirtin.
error-run-no-such-member = { $file } içinde { $member } adlı TFLite modeli yok. Bulunanlar: { $known }.
error-run-no-such-member-advice = --member ile bu adlardan birini kullanın.
error-run-timeout = Çalıştırma { $seconds } saniye içinde bitmedi.
error-run-timeout-advice = Daha fazla süre verin.
error-run-too-many-rounds = Modeldeki bir döngü { $limit } turda bitmedi.
error-run-too-many-rounds-advice = --max-rounds ile daha çoğuna izin verin ya da döngünün bittiği girdiler verin.
error-run-interrupted = Çalıştırma kesildi.
error-run-interrupted-advice = Hiçbir çıktı yazılmadı.

# The CLI's own: advice where the page's differs, and lines that the page shows in another way.
cli-advice-engine-constants-too-large = Belleği daha büyük bir makinede sınırı yükseltin: --limit structure_bytes=BYTES --limit value_bytes=BYTES.
cli-advice-engine-tensor-too-large = Daha küçük girdiler kullanın ya da belleği daha büyük bir makinede sınırı yükseltin: --limit working_bytes=BYTES.
cli-advice-engine-arena-too-large = Daha küçük girdiler kullanın ya da belleği daha büyük bir makinede sınırı yükseltin: --limit working_bytes=BYTES.
cli-advice-engine-scratch-too-large = Daha küçük girdiler kullanın ya da belleği daha büyük bir makinede sınırı yükseltin: --limit working_bytes=BYTES.
cli-advice-run-timeout = --timeout ile daha çok süre verin.
cli-advice-run-outputs-too-large = Daha küçük girdiler kullanın ya da belleği daha büyük bir makinede sınırı yükseltin: --limit working_bytes=BYTES.
cli-run-cold = daha yavaş olan ilk çalıştırma dahil; --warmup 1 onu dışarıda bırakır
cli-run-not-finite = { $name }: { $all } değerin { $count } tanesi sonlu değil ({ $nan } NaN, { $infinite } sonsuz)
