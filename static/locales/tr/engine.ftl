# The engine on the CPU: why a model cannot be prepared or run, and why a node has no kernel.

error-engine-unsupported-nodes =
    { $count ->
        [one] Bir düğümün burada çekirdeği yok.
       *[other] { $count } düğümün burada çekirdeği yok.
    }
error-engine-unsupported-nodes-advice = Liste her düğümün nedenini verir. Diğer görünümler çalışmayı sürdürür.

error-engine-not-built = Motor derlenemedi. Nedeni, `cargo xtask serve` çalıştıran terminalde yazar.
error-engine-no-such-signature = Modelde “{ $key }” adında bir imza yok.
error-engine-no-such-signature-advice = Dosyanın listelediği bir imzayı seçin ya da ana grafiği çalıştırmak için hiçbirini seçmeyin.
error-engine-no-such-subgraph = Bu modelde { $index } numaralı alt grafik yok.
error-engine-no-such-subgraph-advice = Dosya muhtemelen bozuk; modeli yeniden dönüştürün.
error-engine-recursive-subgraph = Alt grafikler birbirini çevrim hâlinde çağırıyor.
error-engine-recursive-subgraph-advice = Hiçbir çalışma zamanı böyle bir modeli bitiremez; yeniden dönüştürün.
error-engine-subgraphs-too-deep = Alt grafikler { $depth } düzey iç içe. Vintage { $limit } düzey çalıştırır.
error-engine-subgraphs-too-deep-advice = Bu, dosyanın değil Vintage’ın sınırıdır: diğer çalışma zamanları çalıştırabilir.
error-engine-too-many-plans = Alt grafikler birbirini planlanamayacak kadar çok çağırıyor.
error-engine-too-many-plans-advice = Dosyayı muhtemelen bir dönüştürücü yazmamış.

error-engine-tensor-index-out-of-range = { $index } numaralı tensör yok; alt grafikte { $count } tane var.
error-engine-tensor-index-out-of-range-advice = Dosya bozuk; yeniden kopyalayın ya da dönüştürün.
error-engine-buffer-index-out-of-range = { $index } numaralı arabellek yok.
error-engine-buffer-index-out-of-range-advice = Dosya bozuk; yeniden kopyalayın ya da dönüştürün.
error-engine-opcode-index-out-of-range = { $index } numaralı operatör kodu yok.
error-engine-opcode-index-out-of-range-advice = Dosya bozuk; yeniden kopyalayın ya da dönüştürün.
error-engine-unknown-tensor-type = { $type } tensör türü bilinmiyor.
error-engine-unknown-tensor-type-advice = Dosya daha yeni bir dönüştürücüden gelebilir; diğer görünümler çalışmayı sürdürür.
error-engine-negative-dimension = “{ $tensor }” tensörünün bir boyutunun büyüklüğü { $size }.
error-engine-negative-dimension-advice = Dosya bozuk; yeniden dönüştürün.
error-engine-shape-overflow = Bir tensörün, hiçbir belleğe sığmayacak kadar çok öğesi olurdu.
error-engine-shape-overflow-advice = Girdi şekillerini denetleyin; dosyanın kendi şekilleriyse dosya bozuk.
error-engine-bad-option = Bir düğümün “{ $field }” seçeneğinin değeri tanımsız.
error-engine-bad-option-advice = Dosya bozuk ya da Vintage’ın bu sürümünden yeni.
error-engine-constant-size = “{ $tensor }” sabiti { $wanted } bayt gerektiriyor; dosyada { $stored } bayt var.
error-engine-constant-size-advice = Dosya bozuk; yeniden kopyalayın ya da dönüştürün.
error-engine-sparse-constant = “{ $tensor }” seyrek sabiti ile seyreklik parametreleri uyuşmuyor.
error-engine-sparse-constant-advice = Dosya bozuk; yeniden kopyalayın ya da dönüştürün.
error-engine-constant-past-end = “{ $tensor }” sabiti dosyanın sonunun ötesinde.
error-engine-constant-past-end-advice = Kopya muhtemelen eksik; boyutunu özgün dosyanınkiyle karşılaştırın.
error-engine-constants-too-large = Ağırlıklar { $size } bayt; sınır { $limit }.
error-engine-constants-too-large-advice = Sınır CLI ile yükseltilebilir: vintage run --limit structure_bytes=BYTES --limit value_bytes=BYTES.
error-engine-tensor-too-large = Bir tensör bellekte { $size } bayt tutardı; sınır { $limit } bayt.
error-engine-tensor-too-large-advice = Daha küçük girdiler kullanın. Sınır CLI ile yükseltilebilir: vintage run --limit working_bytes=BYTES.
error-engine-arena-too-large = Çalıştırma { $size } bayt çalışma belleği tutardı; sınır { $limit } bayt.
error-engine-arena-too-large-advice = Daha küçük girdiler kullanın. Sınır CLI ile yükseltilebilir: vintage run --limit working_bytes=BYTES.
error-engine-scratch-too-large = Operatör { $size } bayt çalışma belleği gerektiriyor; { $limit } bayt kaldı.
error-engine-scratch-too-large-advice = Daha küçük girdiler kullanın. Sınır CLI ile yükseltilebilir: vintage run --limit working_bytes=BYTES.
error-engine-no-size = { $dtype } tensörünün büyüklüğü çalıştırmadan önce bilinmiyor.
error-engine-no-size-advice = Böyle tensörler henüz desteklenmiyor.

error-engine-tensor-never-written = { $tensor } tensörü, ona bir şey yazılmadan okunuyor.
error-engine-tensor-never-written-advice = Operatörler yanlış sırada; modeli yeniden dönüştürün.
error-engine-tensor-written-twice = { $tensor } tensörünü iki düğüm yazıyor.
error-engine-tensor-written-twice-advice = Grafik bozuk; modeli yeniden dönüştürün.
error-engine-output-count = Düğümün çıktı sayısı yanlış: operatöründe { $wanted } tane var.
error-engine-output-count-advice = Grafik bozuk; modeli yeniden dönüştürün.
error-engine-shapes = Düğümün işlenenlerinin şekilleri birbirine uymuyor.
error-engine-shapes-advice = Bir girdi şeklini değiştirdiyseniz dosyadakini deneyin; değilse grafik bozuk.
error-engine-negative-size = Operatöre { $size } büyüklüğü geldi; büyüklükler ve yinelemeler negatif olamaz.
error-engine-negative-size-advice = Girdi değerlerine bağlıysa başkalarını kullanın; değilse grafik bozuk.
error-engine-range-step = { $from } – { $to } aralığının adımı { $step }.
error-engine-range-step-advice = Adım sıfır olamaz. Girdi değerlerine bağlıysa başkalarını kullanın; değilse grafik bozuk.
error-engine-range-direction = { $from } ile { $to } arasındaki bir aralığın adımı { $step } olamaz: sondan uzaklaşıyor.
error-engine-range-direction-advice = Girdi değerlerine bağlıysa başkalarını kullanın; değilse grafik bozuk.
error-engine-range-endless = { $from } ile { $to } arasında { $step } adımlı bir aralığın uzunluğu sonlu değil.
error-engine-range-endless-advice = Girdi değerlerine bağlıysa başkalarını kullanın; değilse grafik bozuk.
error-engine-shape-unknown = Bir sonucun şekli belirlenemedi.
error-engine-shape-unknown-advice = Lütfen bu modeli bildirin.
error-engine-axis = { $rank } boyutlu bir tensörde { $axis } numaralı eksen yok.
error-engine-axis-advice = Bir girdi şeklini değiştirdiyseniz dosyadakini deneyin; değilse grafik bozuk.
error-engine-not-quantized = Nicelenmiş olması gereken bir işlenenin ölçeği yok.
error-engine-not-quantized-advice = Modeli yeniden niceleyin.
error-engine-output-not-quantized = Nicelenmiş olması gereken bir sonucun ölçeği yok.
error-engine-output-not-quantized-advice = Modeli yeniden niceleyin.
error-engine-no-kernel = Düğümün burada çekirdeği yok.
error-engine-no-kernel-advice = Diğer görünümler çalışmayı sürdürür.

error-engine-no-such-input = Modelde { $input } girdisi yok.
error-engine-no-such-input-advice = Girdiler 0’dan başlayarak sayılır ya da listedeki adlarla anılır.
error-engine-no-such-output = Modelde { $output } çıktısı yok.
error-engine-no-such-output-advice = Çıktılar 0’dan başlayarak sayılır ya da listedeki adlarla anılır.
error-engine-input-size = { $input } girdisi { $wanted } bayt alır; { $given } bayt verildi.
error-engine-input-size-advice = Girdinin türünde ve şeklinde değerler verin.

error-engine-index = { $index } indisi, büyüklüğü { $size } olan bir boyutun dışında.
error-engine-index-advice = Girdi değerleri aralık dışında; başkalarını kullanın.
error-engine-boxes = Bir kutu başlamadan bitiyor.
error-engine-boxes-advice = Girdi değerleri ya da çapa kutuları (anchor) yanlış; başkalarını kullanın.
error-engine-transform-length = Fourier dönüşümünün uzunlukları ikinin kuvveti olmalıdır.
error-engine-transform-length-advice = Çalışma zamanı da başka uzunlukları desteklemez; modeli değiştirin.
error-engine-too-many-phrases = Bir tümce { $limit } sözcük öbeğinden fazlasını üretiyor.
error-engine-too-many-phrases-advice = Daha kısa bir tümce kullanın.
error-engine-no-resource = Düğümün tanıtıcısı bir değişkene ya da tabloya başvurmuyor.
error-engine-no-resource-advice = Grafik bozuk; modeli yeniden dönüştürün.
error-engine-variable-unset = Bir değişken, ona değer atanmadan okunuyor.
error-engine-variable-unset-advice = Modelde varsa önce onu atayan imzayı çalıştırın.
error-engine-division-by-zero = Bir tam sayı sıfıra bölünüyor.
error-engine-division-by-zero-advice = Buna girdi değerleri, çoğu zaman da sıfırlar yol açar. Başkalarını kullanın.
error-engine-negative-exponent = Bir tam sayının negatif kuvveti alınıyor.
error-engine-negative-exponent-advice = Buna girdi değerleri yol açıyor; başkalarını kullanın.
error-engine-subgraph-inputs = Bir alt grafiğin girdileri, çağıranın geçirdikleriyle uyuşmuyor.
error-engine-subgraph-inputs-advice = Grafik bozuk; modeli yeniden dönüştürün.
error-engine-subgraph-results = Bir alt grafiğin sonuçları, çağıranın beklediğiyle uyuşmuyor.
error-engine-subgraph-results-advice = Grafik bozuk; modeli yeniden dönüştürün.
error-engine-run-was-broken-off = Son çalıştırma yarıda kesildi.
error-engine-run-was-broken-off-advice = Modeli yeniden açın.
error-engine-cancelled = Çalıştırma durduruldu.
error-engine-cancelled-advice = İstediğinizde yeniden çalıştırın.

reason-engine-no-kernel = Bu operatör henüz gerçeklenmedi.
reason-engine-custom-op = Özel bir operatör: kodu dosyanın parçası değil.
reason-engine-unknown-op = Operatör kodu bilinmiyor.
reason-engine-op-version = Bu işlem versiyonu gerçeklenmedi; desteklenen en yenisi { $newest }.
reason-engine-types = Şu türler için gerçeklenmedi: { $inputs } → { $outputs }.
reason-engine-operands = Operatör bu sayıda girdi ya da çıktı almaz.
reason-engine-gates-of-int8 = LSTM’nin on iki ara tensörü var (8 bit kapılar). Çalışma zamanı bunu yalnızca normalleştirme ve bias’lı bir projeksiyonla çalıştırır; diziler üzerinde çalıştırmaz.
reason-engine-activation = Birleştirilmiş aktivasyon bu operatör için gerçeklenmedi.
reason-engine-shuffled-weights = Ağırlıklar, gerçeklenmemiş karıştırılmış bir sırayla saklanmış.
reason-engine-mixed-scales = İşlenenlerin ve sonucun ölçekleri farklı; bu gerçeklenmedi.
reason-engine-body = Çalışma zamanı bu operatörün gövdesini desteklemiyor.
reason-engine-custom-options = Özel operatörün seçenekleri geçersiz ya da eksik.

error-engine-no-such-node = Modelin bir bölümü, var olmayan bir düğüme başvuruyor.
error-engine-no-such-node-advice = Bu, Vintage’da bir hatadır; lütfen dosyayla birlikte bildirin. Bu arada CPU’yu seçin.
