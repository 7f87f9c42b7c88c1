# Delegates and other runtimes for a TFLite model: the Delegates view and `vintage delegates`.

delegate-gpu-check = Resmî GPU denetimi
delegate-gpu = GPU temsilcisi
delegate-xnnpack = XNNPACK
delegate-nnapi = NNAPI
delegate-coreml = Core ML
delegate-hexagon = Hexagon
delegate-micro = TensorFlow Lite Micro
delegate-edgetpu-compiler-16 = Edge TPU Compiler 16.0

delegate-verdict-all = her düğümü alır
delegate-verdict-may = her düğümü alabilir
delegate-verdict-part = bazı düğümleri alır
delegate-verdict-none = hiçbir düğümü almaz
delegate-verdict-refused = modeli reddeder
delegate-verdict-unknown = bilinmiyor

delegate-takes-yes = evet
delegate-takes-may = belki
delegate-takes-no = hayır
delegate-takes-unknown = bilinmiyor

delegates-of = { $taken } / { $nodes } düğüm
delegates-segments = { $count } segment
delegates-by-default = varsayılanda { $nodes } düğüm
delegates-no-release = sürüm yok
delegates-resolver = TensorFlow Lite Micro için kaydedilecek işlemler
delegates-versions = İşlem versiyonlarını elle düşürme
delegates-channels = Bir kanalı izleyen paketler

delegates-what = Bu model için temsilciler ve diğer çalışma zamanları. Her düğüm yayımlanmış kurallara göre sınanır. Bazı kurallar yayımlanmamışsa yanıt “belki”, hiçbiri yayımlanmamışsa “bilinmiyor” olur.
delegates-one-by-one = Kurallar, segmentler ve düğümler
delegates-nodes-all = Modelde { $nodes } düğüm
delegates-count-yes = { $count } alınır
delegates-count-may = { $count } alınabilir
delegates-count-no = { $count } reddedilir
delegates-count-unknown = { $count } bilinmiyor
delegates-platform-any = her cihaz
delegates-platform-of = { $name } için cihaz
delegates-platform-too-old = Bazı işlemler daha yeni bir cihaz gerektirir.
delegates-no-nodes = Modelde düğüm yok.
delegates-more-reasons = aşağıda { $n } neden daha
delegates-open = Ayrıntıları göster
delegates-about-gpu-check = TensorFlow Lite çözümleyicisinin en yeni kurallarıyla, cihazsız denetimi. 2.18’den itibaren yayımlanan çözümleyici hiçbir şey sınamaz ve her modeli uyumlu sayar.
delegates-about-gpu = OpenCL ve OpenGL temsilcisi: ayrıştırıcısının versiyona, türlere ve resmî denetime göre aldıkları.
delegates-about-xnnpack = Varsayılan olarak açık olan CPU temsilcisi.
delegates-about-micro = Mikrodenetleyiciler için bir çalışma zamanı. İşlem versiyonlarını yok sayar; bir uygulama yalnızca kaydettiği işlemleri bağlar.
delegates-about-edgetpu-compiler-16 = Dondurulmuş bir araç: bir işlemin daha yeni versiyonlarını içeren modelleri reddeder. Yalnızca reddettiği görülen işlem versiyonları bilinir.
delegates-source = Kaynak:
delegates-says = Yazdırdığı:
delegates-most =
    { $count ->
        [one] Varsayılan olarak yalnızca en büyük segmenti alır.
       *[other] Varsayılan olarak en büyük { $count } segmenti alır.
    }
delegates-least = { $count } düğümden küçük segmentler CPU’da kalır.
delegates-breaks =
    { $count ->
        [one] CPU’daki bir düğüm segmentleri ayırır.
       *[other] CPU’daki { $count } düğüm segmentleri ayırır.
    }
delegates-on-delegate = temsilci
delegates-on-small = varsayılanda CPU
delegates-on-cpu = CPU
delegates-versions-what = Dosyada düzenlenen bir işlem versiyonu, modeli hangi çalışma zamanlarının kabul ettiğini değiştirir; sonuçlarını değiştirmez. En yeni dönüştürücünün kurallarına göre:
delegates-channels-what = Bu paketler, kararı bilinen bir sürümün işlemlerini içerir.
delegates-col-on = Çalıştığı yer
delegates-col-nodes = Düğümler
delegates-col-engine = Temsilci ya da çalışma zamanı
delegates-col-answer = Yanıt
delegates-col-platform = Cihaz
delegates-col-which = Hangileri
delegates-col-takes = Alır mı
delegates-col-op = İşlem
delegates-col-why = Neden
delegates-col-lower = Düşürülsün mü?
delegates-col-package = Paket
delegates-col-loads = Yükleyenler
delegates-col-newest = En yeni sürüm
delegates-col-note = Not
copy-resolver = Çözümleyici listesini kopyala

delegate-why-takes = Her koşulu karşılıyor.
delegate-why-folded = Nicelemesi bir kez çözülen bir float16 sabiti.
delegate-why-not-listed = Bu işlemi bilmiyor.
delegate-why-not-registered = Bu işlemin hiçbir versiyonu onda yok.
delegate-why-unknown = Aldığı en yüksek versiyon bilinmiyor.
delegate-why-below-ceiling = Reddettiği bilinen versiyonun altında; başka bir şey bilinmiyor.
delegate-why-version-high = { $bound }. versiyona kadar alır.
delegate-why-version-low = { $bound }. versiyondan itibaren alır.
delegate-why-ceiling = Bu işlemin { $bound }. versiyonunda dondurulmuş; modelin tümünü reddeder.
delegate-why-condition = Koşulu:
delegate-why-type-in = Bir girdi { $found }; aldığı türler: { $types }.
delegate-why-type-out = Bir çıktı { $found }; aldığı türler: { $types }.
delegate-why-rest-parse = İşleme, versiyona, türlere ve resmî denetime göre; ayrıştırıcısının sonraki denetimleri listede yok.
delegate-why-rest-types-shapes-options = İşleme ve versiyona göre; tür, şekil ve seçenek koşulları listede yok.
delegate-why-rest-variable-flag = Yalnızca seçeneklerinde değişken işlemleri açıksa.
delegate-why-rest-named-accelerator = 3. versiyon yalnızca bir hızlandırıcı adı verilmişse; tür, şekil ve seçenek koşulları listede yok.
delegate-why-rest-further = İşleme, versiyona ve türe göre; diğer koşulları listede yok.
delegate-why-rest-kernel-types = Bu işlem onda var ve versiyonları yok sayar; uygulama işlemi kaydetmelidir. Çekirdeğinin aldığı türler listede yok.

delegates-version-lower = { $required }. versiyon hiçbir şey kaybettirmez; { $since } ve sonrasında çalışır.
delegates-version-keep = Değiştirmeyin: daha düşük bir versiyonda, bu versiyonun ekleme nedeni olan özellik kaybolur.
delegates-version-too-low = Zaten çok düşük: bu düğümler { $required }. versiyonu gerektirir. Eski bir çalışma zamanı modeli yükleyip yanlış sonuçlar verebilir.
delegates-version-unsure = Değiştirmeyin: aktivasyonları 16 bit ve bunlar için kuralların eksik olduğu biliniyor.
delegates-version-lowest = Zaten en düşük versiyon.
delegates-version-unknown = Bu işlem için bilinen bir kural yok.

delegate-channel-moved-to-litert = Sona erdi; ardılı com.google.ai.edge.litert:litert.
delegate-channel-litert-tags = LiteRT’nin sürüm etiketlerini izler.
delegate-channel-tfjs-newest = Bu paketin en yeni sürümü: işlemleri ve versiyonları TensorFlow 2.11’inkilerdir.
delegate-channel-litertjs = O sürümün işlemlerini ve versiyonlarını alır. Özel işlemleri de yükler; model çalışınca bunlar başarısız olur.
delegate-channel-pods-skip = 2.14’e kadar ve 2.17 için pod var; 2.15 ve 2.16 için yayımlanmadı.

cli-no-model = Bu dosyalar arasında TFLite modeli yok.
cli-no-delegate = Bu adda bir temsilci yok. Bilinenler: { $names }.

error-delegates-no-model = { $name } bir TFLite modeli değil.
error-delegates-no-model-advice = Temsilciler TFLite modelleri alır. Önce dönüştürün.

delegate-rule-activation = Aktivasyonu SIGN_BIT değil.
delegate-rule-always = Her zaman kabul edilir.
delegate-rule-an-input = Bir girdisi var.
delegate-rule-any-float-and-same = Girdi ve çıktı aynı türde: FLOAT16, FLOAT32 ya da BFLOAT16.
delegate-rule-axes-constant = Girdi 1 bir INT32 sabiti.
delegate-rule-beta = beta 1.
delegate-rule-bias-size = Bias’ta her çıktı kanalı için bir değer var.
delegate-rule-bitcast-larger = Daha büyük çıktı öğeleri: girdinin bir boyutu fazla ve bu boyut bir çıktı öğesini doldurur.
delegate-rule-bitcast-same = Aynı büyüklükte öğeler: şekiller eşit.
delegate-rule-bitcast-smaller = Daha küçük çıktı öğeleri: çıktının bir boyutu fazla ve bu boyut bir girdi öğesini doldurur.
delegate-rule-block-size = block_size 1’den büyük.
delegate-rule-broadcast = Farklı rank’taki girdilere broadcast uygulanır: sağdan başlayarak boyutlar eşit ya da 1.
delegate-rule-broadcast-dimensions = Girdi 1, girdi 0’ın her boyutu için bir değer içeren bir INT32 vektörü.
delegate-rule-cast-types = BOOL ile bir float türü arasında ya da FLOAT32 ile INT32 arasında dönüştürür.
delegate-rule-choices-constant = İki boyutlu girdi 1 ve 2 sabit.
delegate-rule-choices-shape = Girdi 1 ve 2 skaler ya da çıktının şeklinde.
delegate-rule-clamp-bounds = Her sınır girdi 1’in şeklinde ya da tek öğeli.
delegate-rule-composite-attention = Yalnızca odml.scaled_dot_product_attention bileşik işlemi.
delegate-rule-condition-shape = Koşuluna çıktıya doğru broadcast uygulanır.
delegate-rule-condition-type = Koşulu BOOL, FLOAT16 ya da FLOAT32.
delegate-rule-convolution-inputs = Bir ya da iki girdisi sabit değil; ağırlıkları ve bir çıktısı var.
delegate-rule-data-8-bit = Hiçbir girdi float değil: yalnızca 8 bit nicelenmiş modeller.
delegate-rule-data-float32 = Veri girdisi FLOAT32.
delegate-rule-depth-multiplier = Çıktı kanalları, girdi kanalları çarpı depth_multiplier.
delegate-rule-filter-channels = Filtrenin kanal sayısı çıktınınkiyle aynı.
delegate-rule-filter-size = Filtrenin bir büyüklüğü var.
delegate-rule-float-and-same = Girdi ve çıktı aynı float türünde.
delegate-rule-four-inputs = Tam olarak dört girdisi ve bir çıktısı var.
delegate-rule-four-inputs-at-least = En az dört girdisi var.
delegate-rule-indices-int32 = İndisler INT32.
delegate-rule-indices-rank-1 = İndisler tek boyutlu.
delegate-rule-indices-vector = Girdi 2 bir INT32 vektörü.
delegate-rule-inner-dimensions = Çıktı ile girdi 1’in ilki dışındaki tüm boyutları aynı.
delegate-rule-input-int32 = Girdi 0 INT32.
delegate-rule-input-not-constant = Girdi 0 sabit değil.
delegate-rule-input-rank-1 = Girdi 0 tek boyutlu.
delegate-rule-inputs-rank-4 = İki girdi de dört boyutlu ve batch’leri aynı.
delegate-rule-keep-dimensions = keep_num_dims ile girdi ve çıktının boyut sayısı aynı.
delegate-rule-lstm-basic = Temel çekirdeğin üç girdisi, iki sabiti ve dört çıktısı, TANH aktivasyonu var, kırpma yok; geçici belleği dört kanalın katı.
delegate-rule-lstm-full = Tam çekirdeğin 20 ya da 24 girdisi, bir çıktısı ve TANH aktivasyonu var.
delegate-rule-masks = ellipsis, new-axis ve shrink-axis maskelerinin hiçbiri verilmemiş.
delegate-rule-never = Listede var, ama hiç alınmaz.
delegate-rule-no-runtime-input = Tüm girdiler sabit ve bir çıktısı var.
delegate-rule-not-int16 = Girdisi INT16 değil.
delegate-rule-not-sparse = Seyrek ağırlıkları olan 8. versiyon değil.
delegate-rule-one-hot-axis = axis -1 ya da girdi 0’ın son boyutunun büyüklüğüne eşit.
delegate-rule-one-hot-shape = Girdi 0’ın sonuncu dışındaki tüm boyutları (ve dört ya da daha çok boyutlunun batch’i) 1.
delegate-rule-one-hot-values = Girdi 2 ve 3, tek öğeli FLOAT32 sabitleri.
delegate-rule-one-input-one-output = Tam olarak bir girdisi ve bir çıktısı var.
delegate-rule-one-runtime-input = Bir girdisi sabit değil ve bir çıktısı var.
delegate-rule-one-runtime-no-constant = Tek girdisi sabit değil ve bir çıktısı var.
delegate-rule-one-runtime-one-constant = Bir girdisi sabit, biri değil ve bir çıktısı var.
delegate-rule-one-runtime-two-outputs = Bir girdisi sabit değil ve iki çıktısı var.
delegate-rule-options = Seçenekleri var.
delegate-rule-output-rank-of-values = Çıktının boyut sayısı girdi 1’inkiyle aynı.
delegate-rule-paddings = Dolguların şekli 3x2 ya da 4x2.
delegate-rule-rank-3-or-4 = Girdi 0 üç ya da dört boyutlu.
delegate-rule-rank-4 = Girdi, filtre ve çıktı dört boyutlu.
delegate-rule-rank-4-at-most = Hiçbir tensörün dörtten fazla boyutu yok.
delegate-rule-raw-activation = Aktivasyonu SIGN_BIT değil.
delegate-rule-raw-filter-strides = Filtre ve adımlar (stride) 0’dan büyük.
delegate-rule-raw-strides = Adımlar (stride) 0’dan büyük.
delegate-rule-reflect = Kipi REFLECT.
delegate-rule-resize-corners = align_corners ve half_pixel_centers birlikte verilmemiş.
delegate-rule-same-batch = Girdi ve çıktının batch’i aynı.
delegate-rule-same-rank = Girdi 0 ve 1’in boyut sayısı aynı.
delegate-rule-same-type = Girdi 0 ve 1 aynı türde.
delegate-rule-same-type-of-three = Üç girdi de aynı türde.
delegate-rule-strides = Adımlar (stride) 0’dan büyük.
delegate-rule-strides-dilations = Adımlar (stride) ve dilation değerleri 0’dan büyük.
delegate-rule-three-inputs = Tam olarak üç girdisi var.
delegate-rule-three-inputs-at-least = En az üç girdisi var.
delegate-rule-three-inputs-one-output = Tam olarak üç girdisi ve bir çıktısı var.
delegate-rule-three-runtime-inputs = Üç girdisi de sabit değil ve bir çıktısı var.
delegate-rule-two-inputs = Tam olarak iki girdisi var.
delegate-rule-two-inputs-one-output = Tam olarak iki girdisi ve bir çıktısı var.
delegate-rule-two-operands = İki girdisi (en çok biri sabit) ve bir çıktısı var.
delegate-rule-two-runtime-inputs = İki girdisi sabit değil ve bir çıktısı var.
delegate-rule-two-runtime-inputs-at-most = En çok iki girdisi sabit değil.
delegate-rule-values-rank = Girdi 1 en az iki boyutlu.
delegate-rule-values-type = Girdi 1 INT8, INT4, INT2 ya da FLOAT32.
delegate-rule-warp-channels = Girdi 1’in en az iki kanalı var.
delegate-rule-weights = Ağırlıkları var.
delegate-rule-weights-format = Ağırlıkları varsayılan düzende.
