# CLI’nin yardımı ve kullanım hataları.

cli-help-usage = Kullanım: { $usage }
cli-help-commands = Komutlar
cli-help-arguments = Argümanlar
cli-help-options = Seçenekler
cli-help-exit-codes = Çıkış kodları:
cli-help-default = [varsayılan: { $values }]
cli-help-values = [olası değerler: { $values }]

## Sections of the manual pages

cli-man-name = AD
cli-man-synopsis = ÖZET
cli-man-description = AÇIKLAMA
cli-man-exit-codes = ÇIKIŞ KODLARI
cli-man-version = SÜRÜM

## Commands

cli-command-vintage = Bir dosyayı hangi TensorFlow ve TensorFlow Lite sürümlerinin yükleyebildiğini, nedenini ve diğer sürümlerin yazdırdığı hataları gösterir
cli-command-inspect = Dosyaların özetini, gereksinimlerini ve pencerelerini göster
cli-command-check = Bir sürümün dosyaları yükleyip yüklemediğini sor
cli-command-window = Dosyaların pencerelerini tek bir resimde (SVG), Markdown tablosu ya da JSON olarak göster
cli-command-badge = Bir dosyayı yükleyen sürümlerin ya da dosyanın bir sürümdeki sonucunun rozetini (SVG) yazdır
cli-command-compare = Aynı türden iki dosyayı anlamlarına göre ve pencereleriyle karşılaştır
cli-command-delegates = Bir TFLite modelini alan temsilcileri ve diğer motorları, segmentleri ve nedenleriyle listele
cli-command-patch = Bir Keras dosyasının yapılandırmasını, bir sürümün onu yükleyeceği şekilde değiştir
cli-command-restore = Bir denetim noktasının bir programa geri yüklenmesini benzet
cli-command-evolve = Bir işlemde değişiklik planla: hangi grafikler hangi sürümlerde yüklenir ve plan hangi kuralları bozar
cli-command-values = Saklanan değerlerin istatistiklerini yazdır: denetim noktaları, SavedModel klasörleri, TFLite modellerinin ağırlıkları
cli-command-verify = Bütün değerlerin saklanan sağlama toplamlarını denetle
cli-command-run = Bir modeli çalıştır
cli-command-schema = inspect --json çıktısının JSON Schema’sını yazdır
cli-command-completions = Bir kabukta komutları ve seçenekleri tamamlayan bir betik yazdır
cli-command-man = Programın ya da komutlarından birinin kılavuz sayfasını yazdır
cli-command-help = Programın ya da komutlarından birinin yardımını yazdır

## Arguments of several commands

cli-option-paths = Dosyalar, klasörler, arşivler ya da denetim noktası önekleri; “-” standart girdidir
cli-option-limits = Okuyucuların bir sınırını yükselt ya da düşür, örneğin value_bytes=8000000000; bkz. docs/limits.md
cli-option-json = Metin yerine JSON yazdır
cli-option-quiet = Yalnızca hataları yazdır: yanıt, çıkış kodudur
cli-option-lang = Çıktının dili; varsayılan olarak ortamınki (LC_ALL, LC_MESSAGES, LANG), JSON’da İngilizce
cli-option-help = Yardımı yazdır
cli-option-version = Programın sürümünü yazdır
cli-option-action = Eylem, check komutundaki gibi. Varsayılan: türün olağan eylemi
cli-option-command = Programın bir komutu, örneğin check

## Arguments of one command

cli-option-inspect-json = Metin yerine, şema numarası olan JSON raporunu yazdır
cli-option-inspect-values = Değişkenlerin değerlerini de oku: her birinin ilk 8 değeri ve toplamı
cli-option-inspect-details = --json ile: tensörler, seçenekleriyle operatörler, fonksiyonlar, parçalar gibi ayrıntıları da yazdır
cli-option-inspect-sarif = Kod taraması için SARIF 2.1.0 yazdır: her bulgu, hata ve belirleyici gereksinim için bir sonuç
cli-option-inspect-target = --sarif ile: dosyaları yüklemesi gereken sürüm; reddettiği her şey hatadır
cli-option-inspect-action = --sarif ile: başarılı olması gereken eylem, check komutundaki gibi
cli-option-inspect-docs = --sarif ile: dist/ klasörünün yayımlandığı adres; her kuralın yardımı onun belgesine bağlanır

cli-option-check-all_of = Bir TOML dosyasındaki hedefleri ve dosyaları denetle; bkz. docs/ci.md. Tek bir tablo ve en kötü çıkış kodu
cli-option-check-target = Bunları yüklemesi gereken sürüm, örneğin tensorflow@2.15.1, ai-edge-litert@2.3.0, tf@2.15 (en yeni yama sürümü) ya da litert@latest; kanal yoksa tensorflow
cli-option-check-action = Eylem: restore ya da read (denetim noktaları), load, v1-loader ya da keras (SavedModel klasörleri), default-delegates, builtin-ops ya da mediapipe-ops (TFLite), load-model ya da load-weights (Keras dosyaları). Varsayılan: türün olağan eylemi

cli-option-window-target = Bir sürümü işaretle ve sonucunu bildir, örneğin tensorflow@2.15.1 ya da litert@latest
cli-option-window-svg = Bütün dosyaların tek SVG’sini yazdır: açık ve koyu, betiksiz
cli-option-window-json = JSON yazdır: bütün sürümlerin sonuçları, tarihleri ve yükleyen sürüm aralıkları
cli-option-window-markdown = Markdown tablosu yazdır

cli-option-badge-target = Bu sürümdeki sonucu göster, örneğin tensorflow@2.15.1; onsuz, dosyayı yükleyen sürümleri
cli-option-badge-channel = Sürümleri gösterilen kanal. Varsayılan: penceresi olan ilk kanal
cli-option-badge-markdown = SVG yerine, --url adresindeki rozeti alternatif metniyle gösteren Markdown satırını yazdır
cli-option-badge-url = SVG’nin yayımlanacağı adres

cli-option-compare-a = İlk dosya, klasör, zip dosyası ya da denetim noktası öneki
cli-option-compare-b = İkincisi
cli-option-compare-no_values = Saklanan değerleri okuma: yalnızca geri kalan her şeyi karşılaştır
cli-option-compare-close = Yakın değerleri aynı say
cli-option-compare-relative = Yakın değerlerin bağıl toleransı: ikinci sayının oranı
cli-option-compare-absolute = Yakın değerlerin mutlak toleransı
cli-option-compare-all = Eşit değerler dahil her şeyi tam olarak listele

cli-option-delegates-only = Yalnızca bu, örneğin gpu, xnnpack ya da micro; çıkış kodunu o belirler

cli-option-patch-target = Onu yüklemesi gereken sürüm, örneğin keras@3.15.1 ya da tensorflow@2.15.1
cli-option-patch-out = Değiştirilmiş kopyanın dosyası; onsuz, değişiklikler yalnızca listelenir
cli-option-patch-config = Yalnızca değiştirilmiş yapılandırmanın dosyası
cli-option-patch-lossy = Bir şey kaybolsa bile kopyayı yaz
cli-option-patch-force = Girdi dosyasının üzerine bile yaz

cli-option-restore-into = Programın nesneleri: başka bir denetim noktası ya da SavedModel
cli-option-restore-only = Denetim noktasının programda bulunan nesneleri, alt nesne adlarından oluşan yollarıyla, örneğin net/l1/bias
cli-option-restore-names = Programın değişkenlerinin adlarını içeren dosya, satır başına bir ad
cli-option-restore-assert = Çıkış kodunu belirleyen koşul. existing: programın her değişkeni geri yüklenir. consumed: ayrıca denetim noktasındaki her şey kullanılır

cli-option-evolve-recipe = Değişiklik: add-attr, add-op, add-op-and-switch, remove, change, ban
cli-option-evolve-steps = Bir adımın sürümü, örneğin register=2.22.0. Varsayılan: bütün kurallara uyan ilk sürümler
cli-option-evolve-releases = Planlanan bir sürüm ve tarihi, örneğin 2.22.0=2026-12-01
cli-option-evolve-without = Dışarıda bırakılacak planlanan bir sürüm
cli-option-evolve-default = add-attr: eksik bir özniteliğin anlamı (same, other, none)
cli-option-evolve-keeps_defaults = add-attr: grafikler, varsayılan değerindeki özniteliklerle birlikte kaydedilir
cli-option-evolve-raises_min_consumer = add-op-and-switch: geçişle birlikte min_consumer yükseltilir
cli-option-evolve-bad = ban: hatalı bir sürüm

cli-option-values-names = Yalnızca bu addaki değer (bir anahtar, bir tensörün adı ya da alan yolu); yinelenebilir
cli-option-verify-all = Yalnızca hatalı olanları değil, her değeri listele

cli-option-run-model = Model: bir .tflite dosyası ya da onu içeren bir arşiv veya klasör
cli-option-run-member = Arşivdeki ya da klasördeki model; birden çok model varsa gereklidir
cli-option-run-signature = Çalıştırılacak imza; varsayılan olarak ana alt grafik
cli-option-run-inputs = Ada ya da konuma göre bir girdinin değerleri: .npy, .npz, .csv, .json ya da .txt dosyası. Verilmeyen girdiler sıfırdır
cli-option-run-backend = Çekirdeklerin arka ucu
cli-option-run-check = GPU’da: her çalıştırmada her işlemi aynı girdilerle referans çekirdekle karşılaştır. Toleransı aşan bir fark programı 1 koduyla sonlandırır
cli-option-run-precision = GPU’da: tensörlerin ve ağırlıkların saklama türü. Bağdaştırıcıda shader-f16 varsa float16 belleği yarıya indirir; toplamlar, girdiler ve çıktılar float32’dir
cli-option-run-compare = Aynı girdiler için ikinci bir arka uç: çıktılarının ilkininkilerden farklarını yazdırır
cli-option-run-quantization_error = Nicelenmiş bir modelin her katmanını, ağırlıkları geri nicelenmiş aynı kayan noktalı grafikle karşılaştır
cli-option-run-results = Başka bir çalışma zamanının aynı girdilerle sonuçları, bir .npy ya da .npz dosyası: tensörlerini referans çekirdeklerle karşılaştırır ve farklı olan ilk operatörü adlandırır. NAME, adıyla ya da konumuyla bir çıktı ya da bir tensördür; bir .npz dizilerini tensörlerin adları ya da indisleriyle adlandırır. Bir fark programı 1 koduyla bitirir
cli-option-run-tolerance = --results ile: yuvarlayan bir operatör için izin verilen en küçük fark, sonucunun oranı olarak; örneğin float16 ile hesaplayan bir çalışma zamanı için 2e-3
cli-option-run-exact = Yalnızca bit düzeyinde kesin çekirdekleri kullan: her arka uçta referans çekirdekleri
cli-option-run-repeat = Bir oturumdaki çalıştırmalar; değişkenler aralarında değerlerini korur
cli-option-run-warmup = Ölçülenlerden önceki ölçülmeyen çalıştırmalar
cli-option-run-threads = CPU üzerindeki bir çalıştırmanın iş parçacıkları; sonuçlar her sayıda aynıdır
cli-option-run-timeout = Çalıştırmayı bu kadar saniye sonra 1 koduyla sonlandır. Operatörler arasında denetlenir: başlamış olan tamamlanır
cli-option-run-max_rounds = Bir WHILE bu kadar yineleme yaptığında çalıştırmayı 1 koduyla sonlandır
cli-option-run-limits = Bir sınırı yükselt ya da düşür, örneğin tensörler için working_bytes=8000000000; bkz. docs/limits.md
cli-option-run-labels = İlk çıktının sınıf etiketleri, satır başına bir tane; varsayılan olarak modelin meta verilerindekiler
cli-option-run-output = Son çalıştırmanın çıktılarının klasörü: çıktı başına, konumuyla adlandırılmış bir .npy dosyası; dizeler .json olarak
cli-option-run-json = Adları, şekilleri ve süreleri JSON olarak yazdır

cli-option-completions-shell = Betiği okuyan kabuk

## Names of values. They are one word each: “_” joins several.

cli-placeholder-options = SEÇENEKLER
cli-placeholder-command = KOMUT
cli-placeholder-path = YOL
cli-placeholder-file = DOSYA
cli-placeholder-dir = KLASÖR
cli-placeholder-name = AD
cli-placeholder-value = DEĞER
cli-placeholder-channel = KANAL
cli-placeholder-release = SÜRÜM
cli-placeholder-date = TARİH
cli-placeholder-step = ADIM
cli-placeholder-recipe = TARİF
cli-placeholder-default = ANLAM
cli-placeholder-object = NESNE
cli-placeholder-assert = KOŞUL
cli-placeholder-number = SAYI
cli-placeholder-count = SAYI
cli-placeholder-seconds = SANİYE
cli-placeholder-share = ORAN
cli-placeholder-repeat = SAYI
cli-placeholder-warmup = SAYI
cli-placeholder-model = MODEL
cli-placeholder-key = ANAHTAR
cli-placeholder-name_or_position = AD_YA_DA_KONUM
cli-placeholder-backend = ARKA_UÇ
cli-placeholder-precision = HASSASİYET
cli-placeholder-shell = KABUK
cli-placeholder-tag = DİL

## Exit codes

cli-exit-every-64 = komut satırı yanlış
cli-exit-every-74 = yanıt yazılamadı
cli-exit-any-0 = evet: yüklenir, aynıdır, çalıştı, her şey okundu
cli-exit-any-1 = hayır: reddedilir, farklıdır, başarısız oldu
cli-exit-any-2 = bir şey okunamadı
cli-exit-any-3 = bilinmiyor ya da desteklenmiyor
cli-exit-read-0 = her şey okundu
cli-exit-read-2 = bir şey okunamadı
cli-exit-check-0 = sürüm hepsini yükler
cli-exit-check-1 = sürüm birini reddeder
cli-exit-check-2 = biri okunamadı
cli-exit-check-3 = bilinmiyor ya da sürüm bu tür dosyalar için değil
cli-exit-compare-0 = ikisinin anlamı aynı
cli-exit-compare-1 = farklılar
cli-exit-compare-2 = bir şey okunamadı
cli-exit-compare-3 = türleri karşılaştırılamaz
cli-exit-delegates-0 = her şey okundu; --only ile: her düğümü alır
cli-exit-delegates-1 = --only ile: her düğümü almaz
cli-exit-delegates-2 = model okunamadı
cli-exit-delegates-3 = --only ile: koşulları bilinmiyor
cli-exit-patch-0 = sürüm değiştirilmiş dosyayı yükler
cli-exit-patch-1 = hâlâ reddeder ya da bir şey kaybolurdu
cli-exit-patch-2 = dosya okunamadı ya da kopya yazılamadı
cli-exit-patch-3 = bilinen bir çare yok
cli-exit-restore-0 = programdaki her şey geri yüklenir
cli-exit-restore-1 = bir şey geri yüklenmez
cli-exit-restore-2 = denetim noktası okunamadı
cli-exit-evolve-0 = plan bütün kurallara uyar
cli-exit-evolve-1 = plan bir kuralı bozar
cli-exit-values-0 = bütün değerler okundu
cli-exit-values-2 = biri okunamadı ya da hiç değer yok
cli-exit-verify-0 = saklanan bütün sağlama toplamları doğru
cli-exit-verify-1 = biri yanlış
cli-exit-verify-2 = bir şey okunamadı
cli-exit-run-0 = çalıştı
cli-exit-run-1 = çalıştırma başarısız oldu
cli-exit-run-2 = model okunamadı
cli-exit-run-3 = bir işlem desteklenmiyor
cli-exit-run-130 = Ctrl-C sonlandırdı
cli-exit-printed-0 = yazdırıldı

## Usage errors

cli-usage-option = { $option } seçeneği yok.
cli-usage-option-meant = { $option } seçeneği yok. Bunu mu demek istediniz: { $meant }?
cli-usage-option-after = { $option }, { $command } komutunun seçeneğidir. Komuttan sonra yazın: vintage { $command } { $option }
cli-usage-extra = “{ $argument }” argümanı fazla.
cli-usage-command-meant = { $name } komutu yok. Bunu mu demek istediniz: { $meant }?
cli-usage-no-command = Bir komut eksik. Komutlar: { $commands }.
cli-usage-missing = Komut için gerekli: { $arguments }.
cli-usage-no-value = { $option } için bir değer gerekir.
cli-usage-value = “{ $value }”, { $option } için geçerli bir değer değil.
cli-usage-meant = Bunu mu demek istediniz: { $meant }?
cli-usage-values = Olası değerler: { $values }.
cli-usage-takes-none = { $option } değer almaz; “{ $value }” verildi.
cli-usage-twice = { $option } yalnızca bir kez verilebilir.
cli-usage-conflict = { $option }, { $other } ile birlikte kullanılamaz.
cli-usage-number = Bir sayı bekleniyor, örneğin 0.5.
cli-usage-whole-number = Bir tam sayı bekleniyor.
cli-usage-at-least-one = En az 1 olan bir tam sayı bekleniyor.
cli-usage-out-of-range = Sayı izin verilen aralığın dışında.
cli-usage-utf8 = Bir argüman geçerli UTF-8 değil. Yalnızca yollar başka baytlar içerebilir.
cli-limit-form = --limit, AD=DEĞER alır. Adlar: { $names }
cli-evolution-pair = AD=DEĞER biçiminde yazın; örneğin register=2.22.0.
cli-usage-other = Komut satırı yanlış.
cli-usage-help = Bütün argümanlar: { $command }
