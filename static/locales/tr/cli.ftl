# The CLI.

cli-kind-tflite = TensorFlow Lite modeli
cli-kind-saved_model = SavedModel
cli-kind-graph_def = GraphDef
cli-kind-meta_graph = MetaGraphDef
cli-kind-checkpoint = denetim noktası
cli-kind-checkpoint_state = denetim noktası durum dosyası
cli-kind-keras = Keras dosyası
cli-kind-unknown = tanınmadı

cli-outcome-loads = yüklenir
cli-as-far-as-known = bilindiği kadarıyla
cli-outcome-warns = uyarıyla yüklenir
cli-outcome-refused = reddedilir
cli-outcome-unknown = bilinmiyor
cli-outcome-unreadable = okunamıyor

cli-written-by = yazan:
cli-claims = beyan edilen çalışma zamanı:
cli-files = dosyalar
cli-versions = versiyonlar:
cli-graphs = grafikler
cli-signatures = imzalar
cli-variables = değişkenler
cli-loads-in = yükleyen sürümler
cli-other-actions = başka eylemle yükleyen sürümler
cli-not-asked = bilinmiyor
cli-no-release = bilinen sürüm yok
cli-needs = gereksinimler
cli-findings = bulgular
cli-main-graph = ana
cli-nodes = { $count } düğüm
cli-count-tensors = { $count } tensör
cli-count-variables = { $count } değişken
cli-more = ve { $count } tane daha
cli-prints = yazdırdığı
cli-because = neden:
cli-unknown-action = Bu tür dosyalarda { $action } eylemi yok. Eylemleri: { $known }.
cli-unknown-channel = Bu dosya için { $channel } kanalı yok. Bilinen kanallar: { $known }.
cli-unknown-release = Tablolarda { $channel } { $release } sürümü yok. Bilinen en yenisi: { $newest }.
cli-no-channel = “{ $channel }” kanalı yok. Bilinen kanallar: { $known }.
cli-no-channel-meant = “{ $channel }” kanalı yok. Bunu mu demek istediniz: { $meant }? Bilinen kanallar: { $known }.
cli-release-unknown = Vintage’ın bildiği bir { $channel } “{ $release }” sürümü yok. Bunu mu demek istediniz: { $meant }? En yenisi { $newest }.
cli-no-command = { $name } komutu yok.
cli-two-models = Bu komut tek bir model ya da denetim noktası içindir; { $path } içinde { $count } tane var: { $names }. Birini belirtin.
cli-state-alone = Denetim noktalarının listesi; tek başına yüklenmez. Denetim noktasını belirtin: { $names }.
cli-file-is-input = { $file } okunan dosyadır. Üzerine yazmak için --force ekleyin.
cli-file-unwritable = { $file } yazılamadı: { $reason }.
cli-nothing-opened = Hiçbir dosya açılamadı.

## Errors of the CLI

error-file-not-regular = Bu sıradan bir dosya değil; bir boru, soket ya da aygıt.
error-file-not-regular-advice = Borunun kendisini belirtin ya da standart girdi için “-” kullanın.
error-file-not-named = Bu dosya belirtilmedi.
error-file-not-named-advice = Onu da denetlemek için belirtin.
error-file-changed = Dosya okunurken değişti.
error-file-changed-advice = Yazılması bitene kadar bekleyip komutu yeniden çalıştırın.
error-folder-read-already = Bu, zaten okunmuş bir klasöre bağlantı.
error-folder-too-many-files = Klasörde { $limit } dosyadan fazlası var.
error-folder-too-many-files-advice = Modelin kendisini içeren klasörü belirtin ya da --limit files değerini yükseltin.
error-pipe-without-writer = { $seconds } saniye içinde bu boruya hiçbir şey yazılmadı.
error-pipe-without-writer-advice = Önce ona yazan programı başlatın.
error-pipe-too-long = Boru { $limit } bayttan fazlasını iletti.
error-pipe-too-long-advice = Bunları bir dosyaya yazıp onu belirtin ya da --limit structure_bytes değerini yükseltin.
cli-advice-structure-too-large = Dosya sağlamsa ve yeterince boş bellek varsa --limit structure_bytes değerini yükseltin.
cli-advice-inflated-too-large = Dosya sağlamsa ve yeterince boş bellek varsa --limit inflated_bytes değerini, daha düşükse structure_bytes değerini yükseltin.
cli-advice-list-too-long = Dosya sağlamsa ve yeterince boş bellek varsa --limit list_len değerini yükseltin.
cli-advice-proto-too-many = Dosya sağlamsa --limit list_len değerini yükseltin.
cli-advice-value-too-large = Adı, dtype değeri ve şekli gösterilir. Okumak için --limit value_bytes değerini yükseltin.

cli-unused = kullanılmadı

## Durağan yanıtlar: pencerelerin resimleri, tabloları ve rozetleri

cli-badge-no-model = Rozeti yapılacak bir model ya da denetim noktası yok.

## SARIF: sonuçların tümceleri ve sürümlerle ilgili kurallar

sarif-release-refuses = { $channel } { $release } dosyayı reddeder.
sarif-release-warns = { $channel } { $release } dosyayı uyarıyla yükler.
sarif-release-unknown = { $channel } { $release } sürümünün dosyayı yükleyip yüklemediği bilinmiyor.
sarif-prints = Yazdırdığı: { $text }
sarif-start = Pencerenin başını belirler: dosyayı yükleyen ilk { $channel } sürümü { $release }.
sarif-end = Pencerenin sonunu belirler: dosyayı yükleyen son { $channel } sürümü { $release }.
sarif-none = Bilinen hiçbir { $channel } sürümü dosyayı yüklemez.
sarif-not-known = Bir { $channel } sürümünün dosyayı yükleyip yüklemediği bilinmiyor.
sarif-rule-release-refuses = Bir sürüm bu tür dosyaları reddeder.
sarif-rule-release-warns = Bir sürüm bu tür dosyaları uyarıyla yükler.
sarif-rule-release-unknown = Bir sürümde bu tür dosyalar hakkında bilgi yok.

## Dosyadaki hedefler: check --all-of

targets-wrong = { $file }, satır { $line }: { $reason }
targets-unreadable = { $file } okunamıyor: { $reason }.
targets-wrong-key = { $file }, satır { $line }, anahtar { $key }: { $reason }
targets-no-release = release = "tensorflow@2.15.1" gibi bir sürüm ya da releases = "tensorflow@2.9..2.15" gibi bir aralık belirtin.
targets-two-releases = Bir hedefte ya release ya da releases bulunur.
targets-no-files = Dosya yok. Bu hedefe ya da bütün hedefler için ilkinin önüne files = ["model.tflite"] ekleyin.
targets-none = Hiç [[target]] yok.
targets-action = { $action } eylemi yok. Bilinen eylemler: { $known }.
targets-range = Bir aralık, bir kanalın iki sürümünü belirtir, önce eskisini: releases = "tensorflow@2.9..2.15".
targets-col-target = hedef
targets-col-release = sürüm
targets-col-file = dosya
targets-col-outcome = sonuç
targets-col-because = nedeni
targets-span = { $channel } { $first } – { $last }
targets-at = { $release } sürümünde { $outcome }
