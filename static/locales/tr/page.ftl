# The page. Values that are names, versions or paths arrive marked and are set in mono.

skip = İçeriğe geç
palette-open = Ara
share = Bağlantı kopyala
share-long = Bu görünümün bağlantısını kopyala
share-local = { $n ->
    [one] Bağlantı dosya olmadan kopyalandı: bağlantıyı açın, sonra { $name } dosyasını oraya bırakın.
   *[other] Bağlantı { $n } dosya olmadan kopyalandı: bağlantıyı açın, sonra dosyaları oraya bırakın.
}
theme = Tema
theme-system = Sistem
theme-light = Açık
theme-dark = Koyu
language = Dil
evolution-open = Evrim
evolution-open-long = Evrim: bir işlem değişince grafikler nasıl yüklenir
about-this = Hakkında
help = Yardım ve klavye kısayolları
copy = Kopyala
copied = Kopyalandı
copy-message = İletiyi kopyala
close = Kapat
cancel = İptal
dismiss = Kapat
number = { NUMBER($n) }
unit-bytes = { $n } bayt
unit-kb = { $n } kB
unit-mb = { $n } MB
unit-gb = { $n } GB

## First screen

open-more = Bırakın ya da açın…
drop-here = Açmak için bırakın
samples = Ya da bir örnek deneyin
sample-fully-connected-12 = Eski telefonların reddettiği bir model
sample-fully-connected-12-why = Yeni bir dönüştürücü FULLY_CONNECTED için 12. versiyonu yazdı; 2.16’ya kadarki çalışma zamanları 11’i bilir.
sample-frozen-2017 = 2017’den dondurulmuş bir grafik
sample-frozen-2017-why = TensorFlow 1.1 ile donduruldu; o günden beri çıkan her sürüm onu yükler.
sample-guide-checkpoint = Eğitim kılavuzunun denetim noktası
sample-guide-checkpoint-why = Değişkenler, slot değişkenleri ve geri yüklemenin dayandığı nesne grafiği.
sample-depthwise-pair = Dilation çifti
sample-depthwise-pair-why = Dilation 1 işlemin 1. versiyonu, dilation 2 ise 2. versiyonudur: hangi sürümlerin yüklediğini tek bir sayı belirler.

## Files

files = Açık dosyalar
remove = Kaldır: { $name }
file-broken = Yalnızca kısmen okunabildi
chip-files = { $n } dosya, { $size }
others-unused = { $n } başka dosya, kullanılmadı
said-verdict = { $name }: { $verdict }.
said-verdict-because = { $name }: { $verdict }. Nedeni: { $requirement }.
verdict-loads = { $target } ile yüklenir
verdict-warns = { $target } ile uyarıyla yüklenir
verdict-refused = { $target } reddeder
verdict-unknown = { $target } için bilinmiyor
verdict-unreadable = okunamıyor
verdict-none = açık
title-file = { $name } – { $verdict } – Vintage
title-evolution = Evrim – Vintage

## What it is

summary = Özet
kind-tflite = TensorFlow Lite modeli
kind-saved-model = SavedModel
kind-graph-def = GraphDef
kind-meta-graph = MetaGraphDef
kind-checkpoint = Denetim noktası
kind-checkpoint-state = Denetim noktası durum dosyası
kind-keras = Keras dosyası
kind-unknown = Türü bilinmeyen dosya
kind-form = { $kind } ({ $form })
count-nodes = { NUMBER($n) } düğüm
count-graphs = { NUMBER($n) } grafik daha
count-variables = { NUMBER($n) } değişken
count-signatures = { NUMBER($n) } imza
made-by = Yazan: { $producer }
made-by-release = Yazan: TensorFlow { $release }
made-by-releases = Yazan: TensorFlow { $first } – { $last }
made-by-unknown = Üretici kaydedilmemiş
made-by-description = Dönüştürücünün adı yok (açıklama: “{ $producer }”)
producer-release = GraphDef versiyonu { $version }: TensorFlow { $release }
producer-releases = GraphDef versiyonu { $version }: TensorFlow { $first } – { $last }
identity-conversion-metadata = kaynak: dönüştürme meta verileri
identity-meta-info = kaynak: MetaInfoDef
identity-description = kaynak: açıklama
identity-keras-metadata = kaynak: metadata.json
identity-keras-attribute = kaynak: keras_version özniteliği
claims-runtime = kendi beyanı: çalışma zamanı { $version }

## Target and window

must-run-on = Hedef sürüm
add-target = Hedef sürüm ekle
release = Sürüm
outcome-loads = yüklenir
outcome-warns = uyarı verir
outcome-refused = reddedilir
outcome-unknown = bilinmiyor
outcome-loads-long = sürüm dosyayı yükler
outcome-warns-long = sürüm dosyayı uyarı vererek yükler ya da yükler ama çalıştıramaz
outcome-refused-long = sürüm dosyayı reddeder
outcome-unknown-long = bu sürüm için bilgi yok
window = Pencere
loads-in = Yükleyenler
loads-means-graph-def = import_graph_def içe aktarır
loads-means-meta-graph = import_meta_graph içe aktarır
loads-means-restore = tf.train.Checkpoint.restore ya da tf.train.Saver bir programın değişkenlerini doldurur
loads-means-read = tf.train.load_variable listelenen her değeri okur
loads-means-load = tf.saved_model.load başarılı olur; 1.x’te oturum yükleyicisi
loads-means-v1-loader = oturum yükleyicisi başarılı olur: tf.saved_model.loader.load, 2.x’te tf.compat.v1.saved_model.load
loads-means-keras = Keras’ın load_model fonksiyonu başarılı olur
loads-means-default-delegates = yorumlayıcı yerleşik işlemler ve varsayılan temsilcilerle oluşturulur, AllocateTensors başarılı olur
loads-means-builtin-ops = yorumlayıcı yerleşik işlemlerle, temsilci olmadan oluşturulur, AllocateTensors başarılı olur
loads-means-mediapipe-ops = yorumlayıcı yerleşik işlemler ve MediaPipe işlemleriyle oluşturulur, AllocateTensors başarılı olur
loads-means-load-model = load_model başarılı olur
loads-means-load-weights = load_weights, kodda kurulmuş bir modelde başarılı olur
must = Eylem
action-restore = geri yükleme
action-read = tek tek okuma
action-load = yükleme (tf.saved_model.load)
action-v1-loader = oturumda yükleme (1.x yükleyicisi)
action-keras = load_model (Keras)
action-default-delegates = çalıştırma: varsayılan temsilciler
action-builtin-ops = çalıştırma: yalnızca yerleşik işlemler
action-mediapipe-ops = çalıştırma: MediaPipe işlemleri
action-load-model = load_model
action-load-weights = load_weights
no-window = Karar yok: hiçbir sürüm bu tür bir dosyayla sınanmadı.
no-window-checkpoint-state = Denetim noktalarının listesi; tek başına yüklenmez.
no-window-error = Karar yok: dosyanın gereksinimlerini anlamaya yetecek kadarı okunamadı.
line-label = { $channel } sürümleri
releases-of = { NUMBER($good) } / { NUMBER($all) }
releases-with-gaps = { NUMBER($good) } / { NUMBER($all) }, boşluklu
range-none = hiçbir sürüm
range-unknown = bilinmiyor
cell = { $release }, { $date }: { $outcome }
because-one = nedeni: { $requirement }
because-more = nedeni: { $requirement } ve { $n } gereksinim daha
today = bugün
pre-release = ön sürüm
pick-hint = Tıklama ya da Enter: hedef sürüm yap
what-if = Varsayım: { $n } gereksinim olmadan
what-if-reset = Hepsini yeniden say

## What decides

deciding = Belirleyici gereksinimler
decides-start = { $channel } penceresinin başını belirler
decides-end = { $channel } penceresinin sonunu belirler
decides-hole = { $release } sürümünü dışlar
decides-none = Tüm { $channel } sürümlerini dışlar
decides-unknown = { $channel } için bilinmiyor
decides-nothing = { $channel } penceresini hiçbir şey sınırlamaz: bilinen her sürüm dosyayı yükler.
no-facts-before = { $release } öncesi için bilgi yok: daha eski sürümler hiç sınanmadı.
no-facts-after = { $release } sonrası için bilgi yok: daha yeni sürümler hiç sınanmadı.
no-facts-between = { $first } – { $last } için bilgi yok: bu sürümler hiç sınanmadı.
no-facts-any = Hiçbir sürüm için bilgi yok.
decides-more = ve { $n } gereksinim daha, aşağıdaki tabloda
remedy-checkpoint-shard-missing = Bu dosyayı ekleyin: diğerleriyle birlikte açın.
remedy-checkpoint-value-truncated = Bu dosyayı yeniden kopyalayın: dizinde yazandan kısa.
remedy-saved-model-variables = variables/ klasörünü ekleyin: SavedModel klasörünü açın.
drop-it = Bu gereksinimi yok say
drop-it-from = Bu olmasa: { $release } ve sonrası
drop-it-to = Bu olmasa: { $release } ve öncesi
and-more = ve { NUMBER($n) } tane daha
node-index = işlem { $index }
node-name = işlem { $index }, { $name }
tensor-index = tensör { $index }
tensor-name = tensör { $index }, { $name }
variable-index = değişken { $index }
variable-name = { $name }
show-node = Grafikte göster
show-bytes = Bu baytları göster
printing = İleti
prints = { $target } şunu yazdırır
prints-unknown = Bu sürümün iletisi kayıtlı değil.
certainty-observed = gözlemlendi
certainty-derived = türetildi
certainty-promised = taahhüt edildi
certainty-observed-long = yayımlanmış bir derleme çalıştırıldı
certainty-derived-long = kaynak koddan okundu
certainty-promised-long = belgelenmiş bir taahhüt

## Findings

findings = Bulgular
severity-error = Hata
severity-warning = Uyarı
severity-note = Not
failure-malformed = Bozuk:
failure-unsupported = Desteklenmiyor:
failure-over-limit = Sınırın üstünde:
failure-unreadable = Okunamıyor:
failure-foreign = TensorFlow dosyası değil:
failure-malformed-advice = Baytlar biçimin kurallarına uymuyor: dosyayı yeniden alın ya da yazın.
failure-unsupported-advice = Dosya sağlam olabilir; Vintage bu biçimi henüz okumuyor.
failure-over-limit-advice = Okuma bir sınırda durdu; dosya sağlam olabilir. CLI’da sınırları yükselten seçenekler var.
failure-foreign-advice = Model dosyasının kendisini açın.
failure-unreadable-advice = Dosya okunamadı: taşınmış, değişmiş ya da silinmiş. Yeniden açın.
partial = Dosyanın yalnızca bir kısmı okunabildi; aşağıda gördükleriniz eksik olabilir.
where = Konum:
place-bytes = bayt { $range }

## Views

files-all-open = { $n ->
    [one] { NUMBER($n) } dosya
   *[other] { NUMBER($n) } dosyanın tümü
}

views = Görünümler
view-window = Pencere
view-graph = Grafik
view-contents = İçerik
view-variables = Değişkenler
view-objects = Nesneler
view-compare = Karşılaştır
view-restore = Geri yükle
view-delegates = Temsilciler
view-run = Çalıştır
view-bytes = Baytlar
view-files = Dosyalar

subject-op = { $subject }
subject-custom_op = özel işlem { $subject }
subject-attr = öznitelik { $subject }
subject-dtype = tür { $subject }
subject-tensor = tensör { $subject }
subject-file = dosya { $subject }
subject-tensor_type = tensör türü { $subject }
subject-text = metinde { $subject }
subject-header = başlık { $subject }
subject-versions = versiyon { $subject }
subject-other = { $kind } { $subject }

facts = Bilgiler
signatures = İmzalar

## Progress

progress-collecting = Dosyalar toplanıyor… şimdiye kadar { $done }
progress-fetching = { $subject } alınıyor ({ $done } / { $total })
progress-group = Birbirine ait dosyalar belirleniyor…
progress-read = { $subject } okunuyor
progress-assess = { $subject } her sürüme göre denetleniyor

## Errors of the page itself

error-page-file-unreadable = { $file } okunamadı.
error-page-file-unreadable-advice = Tarayıcının okuma izni olmayabilir ya da dosya bırakıldıktan sonra değişmiştir. Yeniden açın.
error-page-folder-unreadable = { $file } klasörü listelenemedi.
error-page-folder-unreadable-advice = Tarayıcının okuma izni olmayabilir. Dosyaların kendilerini bırakın.
error-copies-incomplete = Sayfa yenilenince { $total } dosyanın kopyalanması yarıda kaldı: { $n } tanesi eksik, ilki { $file }.
error-copies-incomplete-advice = Eksik dosyaları yeniden bırakın.
error-too-many-files = { $limit } dosyadan fazlası bırakıldı; yalnızca ilk { $limit } dosya alındı.
error-too-many-files-advice = Tek bir modelin ya da denetim noktasının klasörünü bırakın.
error-fetch-failed = { $url } alınamadı.
error-fetch-failed-advice = Sunucu yanıt vermeli ve bu sayfanın okumasına izin vermelidir (CORS). Bunun yerine dosyayı indirip buraya bırakın.
error-fetch-status = { $url } alınamadı: sunucunun yanıt kodu { $status }.
error-fetch-status-advice = Adresi denetleyin ya da dosyayı indirip buraya bırakın.
error-worker-missing = Tarayıcı okuyucuyu başlatmadı.
error-worker-missing-advice = Okuyucu, modül worker’ları ve WebAssembly gerektirir. Güncel bir Firefox, Chrome ya da Safari deneyin.
error-part-not-loaded = Vintage’ın bir parçası yüklenemedi.
error-part-not-loaded-advice = Bağlantıyı denetleyip yeniden deneyin. Site siz açtıktan sonra güncellendiyse sayfayı yenileyin.
error-reader-stopped = Okuyucu durdu: { $text }
error-reader-stopped-advice = Bu, Vintage’da bir hatadır; dosyalarınız değişmedi. Yeni bir okuyucu hazır; diğer dosyalar açılabilir.
error-blob-unreadable = { $file } artık okunamıyor.
error-blob-unreadable-advice = Bırakıldıktan sonra değişmiş, taşınmış ya da silinmiş. Yeniden açın.
error-not-open = Bu dosya artık açık değil.
error-not-open-advice = Yeniden açın.
