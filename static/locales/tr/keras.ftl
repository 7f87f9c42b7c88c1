# Keras files and HDF5.

error-hdf5-no-signature = Dosya HDF5 imzasıyla başlamıyor.
error-hdf5-no-signature-advice = Dosyanın başı eksik, üzerine yazılmış ya da bu bir HDF5 dosyası değil. Yeniden kopyalayın.

error-hdf5-damaged = Bu ofsetteki yapı ({ $structure }) geçerli HDF5 değil.
error-hdf5-damaged-advice = Dosyanın baytları üzerine yazılmış ya da kesilmiş. Okunabilen kısımlar gösteriliyor; dosyayı yeniden kopyalayın.

error-hdf5-checksum = Bu ofsetteki yapının ({ $structure }) sağlama toplamı tutmuyor.
error-hdf5-checksum-advice = Dosyanın baytları yazıldıktan sonra değişmiş. Yeniden kopyalayın.

error-hdf5-cycle = Bir B-ağacında çevrim var.
error-hdf5-cycle-advice = Hiçbir program böyle bir dosya yazmaz. Dosyayı bozuk ya da kötü amaçlı sayın.

error-hdf5-unsupported = Vintage bu HDF5 özelliğini okumaz: { $feature }.
error-hdf5-unsupported-advice = Geri kalan her şey gösteriliyor. Dosyayı h5py ya da h5repack ile yeniden yazın.

error-hdf5-filter = Bir öbek açılamıyor: baytları { $filter } filtresine uymuyor.
error-hdf5-filter-advice = Öbeğin üzerine yazılmış. Diğer veri kümelerinin değerleri etkilenmez.

error-hdf5-not-utf8 = { $name } özniteliğinin metni { $at }. bayttan sonra UTF-8 değil.
error-hdf5-not-utf8-advice = Özniteliğin üzerine yazılmış ya da başka bir kodlamayla yazılmış.

error-hdf5-text-too-long = Bir dize { $size } bayt; en çok { $limit } bayt okunur.
error-hdf5-text-too-long-advice = Dosya bozuk ya da belleği tüketmek için hazırlanmış.

error-hdf5-too-deep = Gruplar burada { $limit } düzeyden daha derin iç içe.
error-hdf5-too-deep-advice = Hiçbir Keras sürümü böyle bir dosya yazmaz. Üstteki düzeyler gösteriliyor.

error-hdf5-too-many = Burada { $limit } addan fazlası var.
error-hdf5-too-many-advice = İlkleri gösteriliyor.

error-hdf5-too-much-metadata = Yapılar aynı baytlara tekrar tekrar başvuruyor; tümünü okumak dosya boyutunun kat kat fazlasını tutardı.
error-hdf5-too-much-metadata-advice = Dosya bozuk ya da kötü amaçlı. Önceki kısım gösteriliyor.

error-hdf5-value-type = { $dtype } türündeki değerler okunmaz: TensorFlow’da böyle bir tür yok.
error-hdf5-value-type-advice = Adı, şekli ve ofseti gösterilir; okumak için h5py kullanın.

error-hdf5-value-too-large = Bu değer { $size } bayt: dosyadan ya da { $limit } baytlık sınırdan büyük.
error-hdf5-value-too-large-advice = h5py ile parça parça okuyun.

error-keras-json-damaged = Metin { $at }. bayttan sonra geçerli JSON değil.
error-keras-json-damaged-advice = Yapılandırma kesilmiş ya da elle değiştirilmiş. Keras onu reddeder; ağırlıklar yine gösteriliyor.

error-keras-json-too-deep = Yapılandırma { $limit } düzeyden daha derin iç içe; Vintage daha derinini okumaz.
error-keras-json-too-deep-advice = Dosya sağlam olabilir: Keras onu okur. Yalnızca ağırlıklar gösteriliyor.

error-keras-json-too-large = Yapılandırma { $size } bayt; en çok { $limit } bayt okunur.
error-keras-json-too-large-advice = Yalnızca ağırlıklar gösteriliyor.

error-keras-member-missing = Arşivde { $member } yok.
error-keras-member-missing-advice = Keras böyle bir dosyayı reddeder. Modeli yeniden kaydedin ya da dosyanın tamamını kopyalayın.

error-keras-no-class = Yapılandırma model için bir sınıf belirtmiyor.
error-keras-no-class-advice = Keras onu reddeder; ağırlıklar yine gösteriliyor.

requirement-keras-archive = Sürüm .keras arşivlerini okumalıdır; TensorFlow 2.12’den itibaren okur.
requirement-keras-archive-weights = load_weights bir .keras dosyasını kabul etmelidir.
requirement-keras-no-model = load_model bir model yapılandırması gerektirir; dosyada ise yalnızca ağırlıklar var.
requirement-keras-weights-file = Sürüm, modelin yapısına göre saklanmış ağırlıkları okumalıdır.
requirement-keras-new-groups = Sürüm ağırlıkları, Keras’ın 2.15’ten beri yaptığı gibi, “{ $subject }” adlı gruplarda aramalıdır.
requirement-keras-old-groups = Sürüm ağırlıkları, Keras 2.12 – 2.14’ün yaptığı gibi, “{ $subject }” adlı gruplarda aramalıdır.
requirement-keras-sequential-object = Sürüm, bir Sequential modelin yapılandırmasını katman listesi olarak değil, nesne olarak kabul etmelidir.
requirement-keras-functional-class = Sürüm { $subject } sınıfındaki modelleri bilmelidir; 2.3’ten önce adı Model’di.
requirement-keras-functional-module = Sürümde, Keras 3 ile gelen { $subject } modülü bulunmalıdır.
requirement-keras-input-ragged = Girdi katmanları ragged anahtarını kabul etmelidir.
requirement-keras-input-batch-shape = Girdi katmanları batch_shape anahtarını kabul etmelidir; Keras 2’nin batch_input_shape yazdığı yere Keras 3 bunu yazar.
requirement-keras-input-batch-input-shape = Girdi katmanları, Keras 2’nin yazdığı batch_input_shape anahtarını kabul etmelidir.
requirement-keras-conv-groups = Evrişimler groups anahtarını kabul etmelidir.
requirement-keras-axis-list = { $subject }, Keras 2’nin yazdığı gibi bir liste; Keras 3 yalnızca bir sayı kabul eder.
requirement-keras-new-optimizer = Sürüm { $subject } optimize edicisini, yeni sürümlerin yazdığı adla bilmelidir.
requirement-keras-weight-mode = Sürüm, modeli eski sürümlerin okuduğu { $subject } anahtarı olmadan derlemelidir.
requirement-keras-short-name = Sürüm modeli derlerken “{ $subject }” kısa adını bulabilmelidir.
requirement-keras-class = Sürümde { $subject } sınıfı bulunmalıdır.
requirement-keras-argument = Sürüm { $subject } anahtarını kabul etmelidir.
requirement-keras-own-class = { $subject } bir üçüncü taraf sınıfı: kodu içe aktarılıp kaydedilmelidir.
requirement-keras-unknown-class = Sınanan hiçbir sürüm { $subject } sınıfını sunmaz; yüklenip yüklenmediği bilinmiyor.

finding-keras-beside = TensorFlow 2.16’dan itibaren bunu kurulu Keras 3 sürümüyle yükler; tensorflow satırındaki kararlar Keras 3.15.1 içindir.
finding-keras-beside-advice = Sizdeki sürüm için (pip show keras) keras satırına bakın. tf_keras kurmak ve TF_USE_LEGACY_KERAS=1 ayarlamak Keras 2’yi geri getirir.
finding-keras-compile-optional = Bazı sürümler yalnızca derleme yapılandırmasını reddeder.
finding-keras-compile-optional-advice = load_model(path, compile=False) modeli optimize edici, kayıp ve metrikler olmadan verir; yeniden derleyin.
finding-keras-weights-only = Bunlar modelsiz ağırlıklar: aynı katmanları kuran koda yüklenirler.
finding-keras-weights-only-advice = Modeli ağırlıklar kaydedildiği zamanki gibi kurun, sonra load_weights(path) çağırın.
finding-saved-model-keras = Keras 3 bu SavedModel’i model olarak yüklemez: load_model, TensorFlow 2.16’dan itibaren yalnızca .keras ve .h5 dosyalarını kabul eder.
finding-saved-model-keras-advice = Çıkarım için keras.layers.TFSMLayer(path, call_endpoint="{ $endpoint }") onu sarar. Eğitilecek bir model için 2.15’e kadarki TensorFlow (ya da tf_keras) ile yükleyip .keras olarak kaydedin.
