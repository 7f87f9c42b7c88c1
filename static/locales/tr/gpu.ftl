# The WebGPU path: why it cannot run, and what happens instead.
# Each error has a headline and advice; a reason is about one node.

error-gpu-no-adapter = Hesaplama için GPU yok.
error-gpu-no-adapter-advice = Model bunun yerine CPU’da çalışır. WebGPU tarayıcıda açık olmalıdır; HTTPS üzerinden ya da localhost’tan sunulan bir sayfa ve çalışan bir grafik sürücüsü gerekir.

error-gpu-no-device = GPU açılamadı: { $detail }
error-gpu-no-device-advice = Model bunun yerine CPU’da çalışır. GPU kullanan diğer sayfaları kapatmak ya da tarayıcıyı yeniden başlatmak çoğu zaman işe yarar.

error-gpu-unsupported =
    { $count ->
        [one] Bir düğümün GPU çekirdeği yok: { $ops }.
       *[other] { $count } düğümün GPU çekirdeği yok: { $ops }.
    }
error-gpu-unsupported-advice = Model bunun yerine CPU’da çalışır. Yanında parantez içinde tür olan operatörün yalnızca o tür için çekirdeği yoktur.

error-gpu-parts-little =
    { $count ->
        [one] Bir düğümün GPU çekirdeği yok: { $ops }. Geri kalanı GPU’da çalıştırmaya değmeyecek kadar küçük.
       *[other] { $count } düğümün GPU çekirdeği yok: { $ops }. Geri kalanı GPU’da çalıştırmaya değmeyecek kadar küçük.
    }
error-gpu-parts-little-advice = Model bunun yerine CPU’da çalışır. Yanında parantez içinde tür olan operatörün yalnızca o tür için çekirdeği yoktur.

error-gpu-too-large = Bir tensör { $bytes } bayt gerektiriyor; bu GPU bir arabellekte { $limit } bayta izin verir.
error-gpu-too-large-advice = Model bunun yerine CPU’da çalışır.

error-gpu-not-half = Bu GPU’da shader-f16 yok.
error-gpu-not-half-advice = Model float32 ile çalıştı.

error-gpu-bad-input = { $input } girdisinde { $given } değer var; model { $expected } alır.
error-gpu-bad-input-advice = Girdinin şeklinde bir tensör verin.

error-gpu-out-of-memory = GPU’nun belleği yetmedi.
error-gpu-out-of-memory-advice = Model bunun yerine CPU’da çalışır. GPU kullanan diğer sayfaları kapatmak bellek boşaltır.

error-gpu-validation = Grafik sürücüsü bir adımı reddetti: { $detail }
error-gpu-validation-advice = Model bunun yerine CPU’da çalışır. Bu, Vintage’da ya da sürücüde bir hatadır; lütfen yukarıdaki metinle bildirin.

error-gpu-other-shape = { $tensor } tensörünün şekli bu çalıştırmada { $given }; dosyada { $stored }.
error-gpu-other-shape-advice = Model bunun yerine, çalıştırma sırasında değişen şekilleri destekleyen CPU’da çalışır.

error-gpu-lost = GPU çalıştırma sırasında kayboldu: { $detail }
error-gpu-lost-advice = Model bunun yerine CPU’da çalışır. Başka bir çalıştırma GPU’yu yeniden kullanabilir.

reason-gpu-no-kernel = bu işlemin henüz GPU çekirdeği yok
reason-gpu-dtype = GPU yolu float32, bool ve tek ölçekli int8 ya da uint8 destekler, ama bu düğüm { $dtype } kullanıyor
reason-gpu-not-constant = { $operand } numaralı işlenen GPU’da sabit olmalıdır, ama burada hesaplanıyor
reason-gpu-missing-operand = { $operand } numaralı işlenen eksik
reason-gpu-option = { $option } seçeneğinin henüz GPU çekirdeği yok
reason-gpu-scales = işlenenleri ile sonucunun ölçekleri farklı, ama çalışma zamanı baytlarını kopyalar
reason-gpu-shape = şekilleri uyuşmuyor ya da rank’ları için GPU çekirdeği yok
reason-gpu-variable = çalıştırmalar arasında durum tutuyor; GPU yolu bunu henüz desteklemiyor
reason-gpu-too-large = tensörlerinden biri { $bytes } bayt gerektiriyor; bu GPU bir arabellekte { $limit } bayta izin verir
reason-gpu-little = GPU destekliyor, ama aktarım CPU’da hesaplamaktan uzun sürerdi
reason-gpu-between = GPU destekliyor, ama durum paylaşan düğümlerin arasında

run-parts = { $count } bölümde çalıştı:
run-part-where = Yer
run-col-which = Hangileri
run-col-why = Neden
run-part-gpu = GPU’da
run-part-simd = CPU’da
run-half = float16 (yarı bellek, daha az hassas)
run-check = her işlemi referans çekirdeklerle karşılaştır
run-check-passed =
    { $count ->
        [one] { $count } işlem referans çekirdeklerle karşılaştırıldı; uyuşuyor.
       *[other] { $count } işlem referans çekirdeklerle karşılaştırıldı; tümü uyuşuyor.
    }
run-check-failed =
    { $count ->
        [one] { $count } işlem referans çekirdeklerle karşılaştırıldı; { $differing } tanesi farklı.
       *[other] { $count } işlem referans çekirdeklerle karşılaştırıldı; { $differing } tanesi izin verilenden çok farklı.
    }
run-check-first = İlki: { $node } numaralı düğümde { $op } (çekirdek { $kernel }), { $element } numaralı öğede { $want } yerine { $got } verdi: fark { $absolute }, bağıl { $relative }; izin verilen { $tolerance }.
run-check-closest = Sınırına en yakın: { $node } numaralı düğümde { $op } (çekirdek { $kernel }), fark { $absolute }, bağıl { $relative }; izin verilen { $tolerance }.
