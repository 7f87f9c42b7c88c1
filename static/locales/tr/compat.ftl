# Requirements of files, their reasons, and findings about versions.

## Requirements

requirement-tflite-op-version = Çalışma zamanı { $subject } işleminin { $version }. versiyonunu bilmelidir.
requirement-tflite-tensor-type = Çalışma zamanı { $subject } tensör türünü bilmelidir.
requirement-tflite-custom-op = Çalışma zamanına { $subject } özel işlemi kaydedilmiş olmalıdır.
requirement-tflite-flex-op = Çalışma zamanı { $subject } için TensorFlow’un kendi çekirdeklerini (Flex temsilcisi) içermelidir.
requirement-tflite-schema-version = Çalışma zamanı { $version }. şema versiyonunu okumalıdır; hepsi yalnızca 3’ü okur.
requirement-tflite-subgraphs = Çalışma zamanı birden çok alt grafik kabul etmelidir.
requirement-tflite-no-subgraph = Modelde alt grafik yok; hiçbir çalışma zamanı bunu kabul etmez.
requirement-tflite-sparse-tensor = Çalışma zamanı { $subject } seyrek tensörünü kabul etmelidir.
requirement-tflite-scale-count = { $subject } birden çok ölçeğe sahip, ama nicelenmiş boyutunun her dilimi için bir ölçek yok.
requirement-tflite-quantized-dimension = { $subject } tensörünün ölçekleri, tensörde olmayan bir boyut boyunca verilmiş.
requirement-tflite-shared-tensor = Bir tensör aynı operatörün hem girdisi hem çıktısı; hiçbir çalışma zamanı bunu kabul etmez.
requirement-tflite-external-buffers = { $subject } ağırlıkları başka bir dosyada. Interpreter bu dosyayı hiç açmaz: modeli yükler ama çalıştıramaz.
requirement-tflite-kernel-support = { $subject } çekirdeği bu türleri ve şekilleri kabul etmelidir.
requirement-graph-versions = Sürüm, grafiğin versiyon numaralarını kabul etmelidir.
requirement-graph-min-consumer = Sürümün GraphDef numarası en az { $version } olmalıdır.
requirement-graph-bad-consumer = Sürüm, grafiğin hatalı saydığı sürümlerden biri olmamalıdır.
requirement-graph-min-producer = Sürüm, { $version } numaralı üreticinin grafiklerini hâlâ kabul etmelidir.
requirement-graph-op = Sürümde { $subject } işlemi kayıtlı olmalıdır.
requirement-graph-contrib-op = Sürümde { $subject } contrib işlemi bulunmalıdır: yalnızca 1.x’te, modülü içe aktarıldıktan sonra vardır.
requirement-graph-dtype = Sürümde { $subject } veri türü bulunmalıdır.
requirement-graph-text-field = Sürüm { $subject } alanını adıyla bilmelidir: dosya metin biçiminde.
requirement-graph-text-value = Sürüm { $subject } değerini adıyla bilmelidir: dosya metin biçiminde.
requirement-graph-attr = Sürüm { $subject } özniteliğini bilmelidir.
requirement-graph-attr-missing = { $subject } özniteliğinin varsayılanı yok ve değeri verilmemiş.
requirement-graph-attr-value = Sürüm { $subject } için bu değere izin vermelidir.
requirement-graph-deprecated-op = { $subject } bu grafik oluşturulmadan önce geri çekilmişti.
requirement-checkpoint-min-consumer = Sürümün denetim noktası numarası en az { $version } olmalıdır.
requirement-checkpoint-bad-consumer = Sürüm, denetim noktasının hatalı saydığı sürümlerden biri olmamalıdır.
requirement-checkpoint-min-producer = Sürüm, { $version } numaralı üreticinin denetim noktalarını hâlâ kabul etmelidir.
requirement-checkpoint-big-endian = Sürüm, diğer bayt sırasındaki denetim noktalarını okumalıdır.
requirement-checkpoint-compressed-index = Sürüm, Snappy ile sıkıştırılmış bir dizini okumalıdır.

requirement-checkpoint-no-array = Sürüm { $subject } türünü bilmelidir. Değerleri düz değer olarak saklanmaz: geri yükleme çalışır, tek tek okuma başarısız olur.
requirement-checkpoint-slices = Sürüm, dilimler hâlinde saklanmış V1 değerlerini okumalıdır; Python okuyucusu okumaz.
requirement-saved-model-keras-3 = load_model SavedModel kabul etmelidir: TensorFlow 2.0 – 2.15 içindeki Keras eder, Keras 3 etmez.
requirement-saved-model-keras-objects = load_model, nesne grafiği olmayan (TensorFlow 1.x ya da onun API’si ile kaydedilmiş) bir SavedModel’i kabul etmelidir.
requirement-saved-model-keras-metadata = load_model, SavedModel’in Keras meta verilerini anlamalıdır.
requirement-saved-model-meta-graphs = Sürüm { $version } meta grafik arasından kendisi seçmelidir; tf.saved_model.load bu durumda etiket ister.
requirement-saved-model-chunked = Sürüm, öbeklere bölünmüş bir SavedModel’i ({ $subject }) okumalıdır; yayımlanmış paketler yalnızca saved_model.pb ve saved_model.pbtxt arar.
requirement-saved-model-no-meta-graph = SavedModel’de meta grafik yok.
requirement-saved-model-variables = Değişkenlerin değerleri bulunmalıdır; yükleyicilerin okuduğu dosya: { $subject }.
requirement-saved-model-variables-damaged = { $subject } sağlam olmalıdır: her yükleyici değişkenleri geri yükler.
requirement-saved-model-device = Düğümlerin sabitlendiği { $subject } cihazı var olmalıdır; paket yalnızca CPU için derlenmiştir.
requirement-saved-model-device-run = Geri yüklemenin çalıştırdığı düğümlerin sabitlendiği { $subject } cihazı var olmalıdır; paket yalnızca CPU için derlenmiştir.
requirement-saved-model-reference = Sürüm, imzalardan fonksiyon kurmalıdır; { $subject } onlara bir değişken başvurusu geçirir.
requirement-saved-model-signature-rank = Sürüm, imzalardan fonksiyon kurmalıdır; { $subject } için belirtilen rank gerçek rank değil.

requirement-tflite-identifier = Dosyanın 4–7. baytlarında TFLite tanımlayıcısı TFL3 bulunmalıdır.
requirement-tflite-verification = Flatbuffer, yeni çalışma zamanlarının zorunlu tuttuğu doğrulamadan geçmelidir.
requirement-tflite-damage = Flatbuffer’ın bazı kısımları okunamıyor; çalışma zamanları onu reddeder ya da çöker.
requirement-tflite-damage-signatures = İmzalar okunabilir olmalıdır: yeni çalışma zamanları model yüklerken onları listeler.
requirement-tflite-damage-metadata = Meta veriler okunabilir olmalıdır: bunları dosya sonunun ötesinde okuyan çalışma zamanları çökebilir.
requirement-tflite-buffer-index = Bir tensör, var olmayan bir arabelleğe başvuruyor.
requirement-tflite-opcode-index = Bir operatör, var olmayan bir operatör koduna başvuruyor.
requirement-tflite-tensor-index = Model, var olmayan bir tensöre başvuruyor.
requirement-tflite-tensor-too-large = { $subject } hiçbir belleğe sığmayacak kadar büyük.
requirement-tflite-negative-shape = { $subject } negatif bir boyuta sahip.
requirement-tflite-blockwise = Sürüm, işleneni bloklar hâlinde nicelenmiş { $subject } işlemini kabul etmelidir. Uyarı şu demektir: tensörleri ayırır ama blok ölçeklerini yok sayar, bu yüzden sonuçlar yanlıştır.
requirement-tflite-quantized-dimension-scales = { $subject } tensörünün nicelenmiş boyutunun indisi, ölçek sayısından küçük değil.
requirement-graph-invalid-name = { $subject } geçerli bir düğüm adı değil.
requirement-graph-duplicate-name = { $subject } adında iki düğüm var.
requirement-graph-input-missing = { $subject }, var olmayan bir düğümden girdi alıyor.
requirement-graph-control-order = { $subject } düğümünün denetim girdileri öteki girdilerinden sonra gelmelidir.
requirement-graph-input-output = { $subject }, girdi aldığı düğümde olmayan bir çıktıyı alıyor.
requirement-graph-function = { $subject } düğümünü içeren işlev çıktılarını döndürmeli, düğümleri de işlemlerinin aldığı kadar girdi almalıdır.
requirement-graph-function-name = { $subject } düğümünü içeren işlevin adı bir işlemin adı olmamalıdır.
requirement-graph-input-count = { $subject } düğümünün girdi sayısı, işleminin aldığı kadar olmalıdır.
requirement-graph-input-type = { $subject } düğümünün girdileri, işleminin aldığı türlerde olmalıdır.
requirement-graph-shape = Sürümün şekil fonksiyonu { $subject } düğümünü kabul etmelidir.
requirement-graph-cycle = Grafikte bir çevrim var.
requirement-checkpoint-dtype = Sürüm { $subject } veri türünü bilmelidir.
requirement-checkpoint-value-size = { $subject } değerinin büyüklüğü, türüne ve şekline uymuyor.
requirement-checkpoint-value-truncated = { $subject } değeri, dosyasının sonunu aşıyor.
requirement-checkpoint-value-damaged = { $subject } değeri bozuk.
requirement-checkpoint-value-dtype = Bir değerin veri türü hiçbir sürümde yok.
requirement-checkpoint-shard-missing = Değer içeren bir dosya eksik.

## Reasons: why an op has its version, or what its kernel must take

reason-blockwise = her { $block } değerlik blok için bir ölçeği olan bir işlenen
reason-basic = temel versiyon
reason-input-size = büyüklüğü, ağırlıkların büyüklüğünün katı olmayan bir girdi
reason-16-bit-float = 16 bit float veri
reason-8-bit = 8 bit veri
reason-8-bit-float = 8 bit float veri
reason-8-bit-float-value = 8 bit float değer
reason-8-bit-values = 8 bit değerler
reason-any-rank-5-input = beş boyutlu bir girdi
reason-attr-default = { $first } ile eklendi; her değer varsayılan, bu yüzden çıkarmak hiçbir şey kaybettirmez
reason-attr-not-default = { $first } ile eklendi; değeri varsayılan değil, bu yüzden çıkarmak grafiği değiştirir
reason-attr-unknown = sınanan hiçbir sürümde bu öznitelik yok
reason-attr-value = { $value } değeri
reason-axis = 0 dışında bir eksen
reason-batch-dims = batch boyutları
reason-bfloat16 = bfloat16 veri
reason-bias-input = bias girdisi
reason-bool = bool veri
reason-bool-data = bool veri
reason-bool-or-string-value = bool ya da dize değeri
reason-broadcast-with-rank-above-4 = dörtten fazla boyutta broadcast
reason-complex64 = complex64 veri
reason-condition-not-bool = bool olmayan bir koşul
reason-crash = süreci sonlandıran bir değer
reason-diagonal-recurrent-tensors = köşegen özyinelemeli ağırlıklar
reason-dilation = 1 dışında dilation
reason-ellipsis-or-new-axis-masks = ellipsis ya da new-axis maskesi
reason-flex = TensorFlow’un { $op } işlemini temsil ediyor
reason-float16 = float16 veri
reason-float16-value = float16 değer
reason-float32 = float32 veri
reason-float64-or-float16 = float64 ya da float16 veri
reason-full-int8 = int8 veri ve ağırlıklar
reason-fused-activation = birleştirilmiş aktivasyon
reason-grouped-convolution = gruplu evrişim
reason-half-pixel-centers = yarım piksel merkezleri
reason-half-pixel-or-aligned = yarım piksel merkezleri ya da hizalı köşeler
reason-hybrid-asymmetric = dinamik aralık: float veri, int8 ağırlıklar, asimetrik nicelenmiş girdiler
reason-hybrid-per-channel = dinamik aralık: float veri, int8 ağırlıklar, kanal başına
reason-hybrid-per-tensor = dinamik aralık: float veri, int8 ağırlıklar
reason-input-count = çekirdeğinin kabul etmediği girdi sayısı
reason-int16 = int16 veri
reason-int16-activations-with-int4-weights = int16 veri, int4 ağırlıklar
reason-int16-data = int16 veri
reason-int16-data-k-or-indices = int16 veri, k ya da indisler
reason-int16-general-scales = ölçekleri ikinin kuvveti olmayan int16 veri
reason-int16-indices = int16 indisler
reason-int16-or-float16 = int16 ya da float16 veri
reason-int16-output = int16 çıktı
reason-int16-weights = int16 ağırlıklar
reason-int16x8 = int16 veri, int8 ağırlıklar
reason-int2 = int2 veri
reason-int2-or-uint4 = int2 ya da uint4 veri
reason-int2-table = int2 tablo
reason-int2-weights = int2 ağırlıklar
reason-int32 = int32 veri
reason-int4 = int4 veri
reason-int4-table-or-per-row-scales = int4 tablo ya da satır başına bir ölçek
reason-int4-to-float32 = int4’ten float32’ye dönüştürme
reason-int64 = int64 veri
reason-int64-indices = int64 indisler
reason-int64-start-indices = int64 başlangıç indisleri
reason-int64-values = int64 değerler
reason-int8 = int8 veri
reason-int8-condition = int8 koşul
reason-int8-data = int8 veri
reason-int8-int4-weights = int8 veri, int4 ağırlıklar
reason-int8-or-int16-value = int8 ya da int16 değer
reason-int8-output = int8 çıktı
reason-int8-per-channel = kanal başına nicelenmiş int8 veri
reason-int8-weights = int8 ağırlıklar
reason-integer-kernel = yalnızca float çekirdeğin bulunduğu yerde tam sayı veri
reason-keep-num-dims = baştaki boyutlar korunuyor
reason-missing-operand = çekirdeğinin gerek duyduğu bir işlenen verilmemiş
reason-mixed-types = farklı türde girdiler
reason-narrow-range = dar aralık
reason-no-bias-slot = hiç bias girdisi yok
reason-offset-mode = ofset kipi
reason-operand = çekirdeğinin kabul etmediği işlenenler
reason-option = çekirdeğinin kabul etmediği bir seçenek
reason-output-count = çekirdeğinin kabul etmediği çıktı sayısı
reason-per-channel-output = kanal başına nicelenmiş bir çıktı
reason-plain-int16 = nicelenmemiş int16 veri
reason-plain-int16-or-uint32 = nicelenmemiş int16 veri ya da uint32 veri
reason-quantization = çekirdeğinin kabul etmediği niceleme parametreleri
reason-quantized = nicelenmiş veri
reason-quantized-int16 = nicelenmiş int16 veri
reason-rank = çekirdeğinin kabul etmediği boyut sayısı
reason-rank-5 = beş ya da daha çok boyut
reason-rank-6 = altı boyut
reason-rank-7-or-more-or-bfloat16 = yedi ya da daha çok boyut ya da bfloat16 veri
reason-rank-other-than-4 = dört dışında bir rank
reason-rescale-factor-of-one-or-more = bir ya da daha büyük yeniden ölçekleme katsayısı
reason-resource = tablolarının tutmadığı anahtar ve değer türleri
reason-shape = birbirine uymayan şekiller
reason-shape-input = girdi olarak verilmiş bir şekil
reason-shuffled-weights = karıştırılmış ağırlıklar
reason-small-ints = int8 ya da int16 veri
reason-sparse-weights = seyrek ağırlıklar
reason-state-size = büyüklüğü ağırlıklarına uymayan bir durum
reason-string = dize verisi
reason-string-data = dize verisi
reason-subgraphs = işlenenlerine uymayan alt grafikler
reason-type = çekirdeğinin kabul etmediği bir tür
reason-uint16 = uint16 veri
reason-uint32 = uint32 veri
reason-uint32-condition = uint32 koşul
reason-uint4 = uint4 veri
reason-value = çekirdeğinin kabul etmediği bir sabit değer

## Findings

finding-tflite-version-too-low = { $op } için bildirilen versiyon { $declared }, ama kullandığı özellikler { $required }. versiyonu gerektirir.
finding-tflite-version-too-low-advice = Eski bir çalışma zamanı modeli yükleyip başka sonuçlar verebilir. Yeniden dönüştürün ya da dağıttığınız en eski çalışma zamanında sınayın.
finding-tflite-version-needless = { $op } için bildirilen versiyon { $declared }; { $required }. versiyonu yeterli.
finding-tflite-version-needless-advice = En düşük versiyonu yazan bir dönüştürücüyle modeli daha eski çalışma zamanları da yükler.

finding-tflite-min-runtime = Meta verilere göre TensorFlow { $promised } yeterli (min_runtime_version), ama { $first } öncesi sürümler modeli reddeder: { $ops }.
finding-tflite-min-runtime-advice = { $first } ya da daha yenisini şart koşun. Bazı dönüştürücüler yanlış bir min_runtime_version yazar ve hiçbir çalışma zamanı bunu denetlemez.
finding-checkpoint-iterator-state = { $key } bir veri kümesi yineleyicisinin durumu ({ $dtype }). Bir sürüm, başka bir sürümün kaydettiği durumu reddedebilir: 2.15.1 ve 2.21.0, 2.4’ünkini; 2.5.3 ise daha yenilerinkini reddeder.
finding-checkpoint-iterator-state-advice = Başka bir sürüm geri yükleyecekse yineleyiciyi tf.train.Checkpoint dışında bırakın; o zaman tüm değişkenler geri yüklenir.
finding-graph-default-attrs = { $count ->
    [one] Bir öznitelik varsayılan değerinde ve onu bilmeyen sürümler grafiği reddeder: { $attrs }.
   *[other] { $count } öznitelik varsayılan değerinde ve onları bilmeyen sürümler grafiği reddeder: { $attrs }.
}
finding-graph-default-attrs-advice = strip_default_attrs=True ile yeniden dışa aktarın. Hiçbir şey kaybolmaz; { $first } – { $last } arasında grafiği reddeden sürümler onu o zaman yükler.
finding-graph-forward-promise = { $promised } öncesi sürümlerin, { $producer } numaralı üreticinin grafikleri için taahhüdü yoktur; bunu yükleyen en eski sürüm { $oldest }.
finding-graph-forward-promise-advice = Sonuçları kullandığınız en eski sürümde sınayın: bir işlem orada farklı davranabilir.

finding-checkpoint-members-missing = { $count ->
    [one] Durum dosyası, yanında bulunmayan bir denetim noktasını listeliyor: { $names }.
   *[other] Durum dosyası, yanında bulunmayan { $count } denetim noktasını listeliyor: { $names }.
}
finding-checkpoint-members-missing-advice = En yenisi eksikken tf.train.latest_checkpoint None döndürür. Eksik dosyaları buraya kopyalayın ya da buradaki bir denetim noktasını önekiyle geri yükleyin.
