# Advice for requirements: `advice-<id>` belongs to `requirement-<id>` of the same id, or is separate.

advice-title = Öneriler
advice-copy = Komutları kopyala
cli-advice = öneri
cli-see = bkz.

## Graphs

advice-graph-custom-op =
    { $subject } TensorFlow ile değil, { $package } paketiyle gelir. Paketi kurun ve dosya yüklenmeden önce { $import } çalıştırın. { $rule ->
        [same] Paketin X.Y sürümü TensorFlow X.Y ile eşleşir; bu dosya için { $package } { $release } sürümünü TensorFlow { $tensorflow } ile kullanın.
       *[listed] { $package } { $release } için TensorFlow { $tensorflow } gerekir.
    } { $since ->
        [unknown] İşlemi ekleyen sürüm bilinmiyor.
       *[known] İşlemi içeren, sınanmış en eski sürüm { $since }.
    } { $ended ->
        [no] { "" }
       *[ended] Paketin son sürümü { $ended } oldu.
    }
advice-graph-unknown-op = { $subject } işlemi hiçbir TensorFlow sürümünde ve sınanmış hiçbir pakette yok. Bu bir üçüncü taraf özel işlemidir: onu kaydeden paylaşılan kitaplığı yazarından isteyin ve önce tf.load_op_library(path) ile yükleyin.
advice-graph-op = { $subject } işlemini içeren TensorFlow { $first } – { $last } sürümlerinden birini kullanın ya da sürümde bulunan bir işlemle yeniden dışa aktarın.
advice-graph-contrib-op = TensorFlow 1.x’te önce import tensorflow.contrib çalıştırıp yükleyin: işlem o zaman kaydedilir. 2.x için model contrib olmadan kurulup yeniden dışa aktarılmalıdır.
advice-graph-no-kernel = TensorFlow { $release }, { $subject } işlemini yükler ama onun için bir CPU çekirdeği yoktur: böyle bir düğümü çalıştıran oturum “No OpKernel was registered” hatasıyla durur. İşlem başka cihazlarda (GPU, TPU, XLA) çalışır ya da hiç çalışmaz; modeli CPU’da sunmadan önce işlemi değiştirin.
advice-graph-no-kernel-type = TensorFlow { $release }, { $dtype } ile { $subject } işlemini yükler ama bu tür için bir CPU çekirdeği yoktur: böyle bir düğümü çalıştıran oturum “No OpKernel was registered” hatasıyla durur. Çekirdeği olan bir türe dönüştürün.
advice-graph-dtype = TensorFlow { $first } veya sonrasını kullanın ya da { $subject } türünde değer olmadan yeniden dışa aktarın.
advice-graph-text-field = { $subject } alanı { $first } ile eklendi. Daha eski sürümler, bilmedikleri adlar içeren metin dosyalarını reddeder; ikili dosyalarda alanı atlarlar.
advice-graph-text-value = { $subject } değeri { $first } ile eklendi. Daha eski sürümler bu değeri hiçbir biçimde bilmez: dosyayı onsuz yeniden yazın.
advice-graph-text-binary = Dosya ikili biçimdeyse eski sürümler { $subject } alanını atlar. { $first } veya sonrasıyla ikili biçimde yazın.
advice-graph-attr = { $subject } özniteliği { $first } ile eklendi ve değeri varsayılan değil: { $first } veya sonrasını kullanın ya da onu varsayılanda bırakan bir programdan dışa aktarın.
advice-graph-attr-default = { $subject } özniteliği { $first } ile eklendi ve varsayılan değerinde: çıkarın (dışa aktarırken strip_default_attrs=True ya da vintage inspect’in verdiği kod); eski sürümler grafiği aynı sonuçla yükler.
advice-graph-attr-removed = { $subject } özniteliği { $last } sonrasında kaldırıldı: { $first } – { $last } sürümlerinden birini kullanın ya da daha yeni bir sürümden yeniden dışa aktarın.
advice-graph-attr-unknown = Sınanan hiçbir sürümde { $subject } özniteliği yok. Onsuz yeniden dışa aktarın ya da sınananlardan yeni bir sürüm kullanın.
advice-graph-attr-missing = { $subject } özniteliği, varsayılanı olmayan sürümlerde zorunludur. Grafiği yükleyecek sürümle yeniden dışa aktarın.
advice-graph-attr-value = { $subject } için sürümün izin verdiği bir değerle yeniden dışa aktarın ya da { $first } – { $last } sürümlerinden birini kullanın.
advice-graph-attr-value-never = Sınanan hiçbir sürüm { $subject } için bu değere izin vermez. İzin verilen bir değerle yeniden dışa aktarın.
advice-graph-strip-attrs = Şu öznitelikler varsayılan değerlerinde: { $attrs }. Çıkarın (dışa aktarırken strip_default_attrs=True ya da bu kod): hiçbir şey kaybolmaz; { $first } – { $last } arasında grafiği reddeden sürümler onu o zaman yükler.
advice-graph-deprecated-op = { $subject } yerine geçen işlemle (hangisi olduğunu sürüm yazdırır) yeniden dışa aktarın ya da grafiği, işlem geri çekilmeden önceki bir sürümde yükleyin.
advice-graph-min-consumer = GraphDef numarası { $version } veya üstü olan bir sürüm kullanın: ilki { $first }.
advice-graph-bad-consumer = Grafiğin yazarı, bu sürümün onu bozduğunu biliyor. Başka bir sürüm kullanın.
advice-graph-min-producer = Grafik bu sürüm için çok eski. Daha eski bir sürümde yükleyip oradan yeniden kaydedin.
advice-graph-versions = Grafiğin versiyon numaraları içinde kalan bir sürüm kullanın.
advice-graph-invalid-name = { $subject } düğümünü yeniden adlandırın: adlar bir harf, rakam ya da noktayla başlar ve yalnızca harf, rakam ve şu karakterleri içerir: _ . \ / -
advice-graph-duplicate-name = { $subject } adlı iki düğümden birine başka bir ad verin.
advice-graph-input-missing = { $subject } düğümünün girdi aldığı düğümü koruyun: grafikten çıkarılmış. Grafiği tüm girdileriyle yeniden dondurun ya da ayırın.
advice-graph-control-order = { $subject } düğümünün denetim girdilerini (^ ile başlayan adlar) öteki girdilerinin arkasına taşıyın.
advice-graph-input-output = { $subject } düğümünün girdilerinde iki noktadan sonraki sayıyı düzeltin ya da yeniden dışa aktarın.
advice-graph-colocation = { $subject } ile aynı yere yerleştirilen düğümü koruyun ya da _class özniteliğini kaldırın.
advice-graph-device = { $subject } düğümünün cihazını boşaltın ya da /job:AD/task:0/device:GPU:0 biçiminde yazın.
advice-graph-function = Yeniden dışa aktarın: { $subject } düğümünü içeren işlev yazıldıktan sonra değiştirilmiş.
advice-graph-function-name = { $subject } düğümünü içeren işlevi ve çağrılarını yeniden adlandırın.
advice-graph-input-count = Yeniden dışa aktarın: { $subject }, işleminin başka bir versiyonu için yazılmış.
advice-graph-input-type = { $subject } önüne bir Cast koyun ya da doğru türle yeniden dışa aktarın.
advice-graph-shape = { $subject } düğümüne giden şekli ya da değeri düzeltin: sürüm, şekilleri içe aktarırken hesaplar.
advice-graph-cycle = Yalnızca NextIteration düğümlerinden oluşan while döngüleri çevrim oluşturabilir. Yeniden dışa aktarın.

## SavedModels

advice-saved-model-keras-3 = tf.saved_model.load ile yükleyin ya da keras.layers.TFSMLayer ile sarın; load_model ile yüklemek için modeli .keras olarak kaydedin.
advice-saved-model-keras-objects = tf.saved_model.load ya da tf.compat.v1.saved_model.load ile yükleyin.
advice-saved-model-keras-metadata = tf.saved_model.load ile yükleyin; Keras meta verilerini okumaz.
advice-saved-model-keras-class = Katmanları yeniden oluşturmayan tf.saved_model.load ile yükleyin ya da onu yapan sürümle .keras veya .h5 olarak kaydedin.
advice-saved-model-meta-graphs = Bir meta grafik seçin: birinin etiketleriyle tf.saved_model.load(path, tags=[…]).
advice-saved-model-chunked = Tek dosya olarak yeniden yazın: yayımlanmış paketler öbekleri okumaz. Bir sürümden tf.saved_model.save ile kaydedin (bu dosyayı bir gecelik derleme yazdı).
advice-saved-model-no-meta-graph = Modeli yeniden dışa aktarın; bu dosyada çalıştırılacak bir şey yok.
advice-saved-model-variables = variables/ klasörünü de kopyalayın: saved_model.pb değerleri içermez.
advice-saved-model-variables-damaged = variables/ klasörünü yeniden kopyalayın ya da yeniden dışa aktarın.
advice-saved-model-device = Bu cihazı destekleyen bir derlemede yükleyin ya da clear_devices=True ile dışa aktarın.
advice-saved-model-device-run = Bu cihazı destekleyen bir derlemede yükleyin ya da clear_devices=True ile dışa aktarın.
advice-saved-model-reference = Bir oturumda tf.compat.v1.saved_model.load ile yükleyin ya da kaynak değişkenlerle (tf.compat.v1.enable_resource_variables()) yeniden dışa aktarın.
advice-saved-model-signature-rank = { $subject } için imzadaki şekille yeniden dışa aktarın ya da tf.compat.v1.saved_model.load ile yükleyin.
advice-saved-model-slots = Bir oturumda tf.compat.v1.saved_model.load ile yükleyin ya da optimize edici olmadan yeniden dışa aktarın: model.save(path, include_optimizer=False).
advice-saved-model-tensor-value = Argümanlarının varsayılan değeri tensör olmayan bir fonksiyonla yeniden dışa aktarın ya da tf.compat.v1.saved_model.load ile yükleyin.
advice-saved-model-numpy-value = Argümanlarının varsayılan değeri dizi olmayan bir fonksiyonla yeniden dışa aktarın ya da tf.compat.v1.saved_model.load ile yükleyin.
advice-saved-model-promise =
    { $made } ile kaydedilmiş bir SavedModel için taahhüt: TensorFlow { $same } yükler{ $next ->
        [none] .
       *[next] ; yalnızca kararlı parçalar kullanıyorsa ayrıca { $next } yükler.
    } Gözlem: bunların hiçbiri reddetmez. Taahhüt olmadan yükleyen daha eski sürümler: { $before }.
advice-saved-model-promise-broken =
    { $made } ile kaydedilmiş bir SavedModel için taahhüt: TensorFlow { $same } yükler{ $next ->
        [none] .
       *[next] ; yalnızca kararlı parçalar kullanıyorsa ayrıca { $next } yükler.
    } Gözlem: reddeden sürümler { $refused }. Taahhüt; deneysel, kullanım dışı ya da contrib parçaları ve paket işlemlerini kapsamaz.
advice-saved-model-endpoint = Keras 3 (TensorFlow 2.16 ve sonrası) onu model olarak değil, katman olarak yükler: call_endpoint değeri { $endpoint }; girdileri { $inputs }, çıktıları { $outputs }. { $others ->
        [none] { "" }
       *[listed] Diğer uç noktalar: { $others }.
    }

## Checkpoints

advice-checkpoint-min-consumer = Denetim noktası numarası { $version } veya üstü olan bir sürüm kullanın.
advice-checkpoint-bad-consumer = Denetim noktasının yazarı, bu sürümün onu bozduğunu biliyor. Başka bir sürüm kullanın.
advice-checkpoint-min-producer = Denetim noktası bu sürüm için çok eski. Daha eski bir sürümde geri yükleyip oradan yeniden kaydedin.
advice-checkpoint-big-endian = TensorFlow 1.15 ya da 2.x’te geri yükleyip little-endian bir makinede yeniden kaydedin.
advice-checkpoint-compressed-index = TensorFlow 1.2 veya sonrasında geri yükleyip yeniden kaydedin.
advice-checkpoint-no-array = tf.train.Checkpoint.restore için değişiklik gerekmez. tf.train.load_checkpoint ile tek tek okurken { $subject } türündeki değerleri dışarıda bırakın.
advice-checkpoint-slices = tf.compat.v1.train.Saver ile bölümlenmiş değişkenlere geri yükleyin; tek tek okuyan okuyucu V1 dosyalarının dilimlerini birleştirmez.
advice-checkpoint-dtype = TensorFlow { $first } veya sonrasını kullanın ya da kaydetmeden önce { $subject } değerlerini başka bir türe dönüştürün.
advice-checkpoint-value-size = Denetim noktasını yeniden kopyalayın; bu değer geri yüklenemez.
advice-checkpoint-value-truncated = Veri dosyasını yeniden kopyalayın: erken bitiyor.
advice-checkpoint-value-damaged = Veri dosyasını yeniden kopyalayın. Diğer tüm değerler geri yüklenebilir: { $subject } değerini dışarıda bırakın (nesnelerin bir kısmı üzerinde tf.train.Checkpoint).
advice-checkpoint-value-dtype = Dizini yeniden kopyalayın: var olmayan bir veri türü içeriyor.
advice-checkpoint-shard-missing = Denetim noktasının tüm veri dosyalarını dizininin yanına koyun.
advice-checkpoint-add-files = Eksik verileri ekleyin: { $files }. { $count ->
    [one] Bir değer içeriyor; o olmadan hiçbir sürüm denetim noktasını geri yüklemez.
   *[other] { $count } değer içeriyorlar; onlar olmadan hiçbir sürüm denetim noktasını geri yüklemez.
    } Denetim noktasının tüm dosyalarını özgün adlarıyla birlikte açın.
advice-checkpoint-optimizer-slots =
    { $classes ->
        [unknown] { $path } yolundaki optimize edici, TensorFlow 2.10’a kadarki tf.keras.optimizers gibi, değişkenlerde slot değişkenleri ({ $slots }) tutar.
       *[known] { $path } yolundaki optimize ediciyi TensorFlow 2.10’a kadarki ya da tf.keras.optimizers.legacy içindeki { $classes } yazdı (slotlar: { $slots }).
    } 2.11 – 2.15’in optimize edicileri onu geri yüklemeyi reddeder: orada tf.keras.optimizers.legacy.{ $class } kullanın. Keras 3’ün optimize edicileri ondan sessizce hiçbir şey geri yüklemez; tf_keras.optimizers.legacy.{ $class } kullanın ya da yeni bir durumla başlayın.
advice-checkpoint-optimizer-variables =
    { $classes ->
        [unknown] { $path } yolundaki optimize edici, TensorFlow 2.11 – 2.15’teki tf.keras.optimizers gibi, durumunu listelerde ({ $slots }) tutar.
       *[known] { $path } yolundaki optimize ediciyi TensorFlow 2.11 – 2.15’in (ya da tf_keras’ın) { $classes } sınıfı yazdı.
    } Eski (legacy) optimize ediciler ondan hiçbir şey geri yüklemez. Keras 3 öğrenme oranını da değişkenlerden sayar, bu yüzden durumu bir kayar: bir kısmı yanlış değişkene yüklenir ya da hiç yüklenmez. TensorFlow 2.16 ve sonrasında tf_keras.optimizers.{ $class } kullanın.
advice-checkpoint-optimizer-keras3 =
    { $classes ->
        [unknown] { $path } yolundaki optimize edici durumunu Keras 3 gibi tutar.
       *[known] { $path } yolundaki optimize ediciyi Keras 3’ün { $classes } sınıfı yazdı.
    } Keras 3’ün (TensorFlow 2.16 ve sonrası) keras.optimizers.{ $class } sınıfıyla geri yükleyin; TensorFlow 2.11 – 2.15’in optimize edicileri başka bir düzen kullanır.
advice-checkpoint-optimizer-names = Adam’ın beta kuvvetleri ada göre saklanmış: bunları tf.compat.v1.train.AdamOptimizer, tf.compat.v1.train.Saver ya da bir Estimator aracılığıyla yazdı. Keras’ın optimize edicileri slotları ada göre geri yükleyemez; tf.compat.v1.train içindeki aynı sınıfla geri yükleyin.

## Keras

advice-keras-h5-names = Ağırlıklar, { $subject } gibi Keras { $own } adlarını taşıyor. Keras 2 ve 3’ün load_weights işlevi onları katman sırasıyla geri yükler; Keras { $other } yazdığı adlarla arayan kodun bu eşlemeye ihtiyacı vardır.
advice-keras-archive = TensorFlow 2.12 veya sonrasını kullanın ya da .h5 olarak kaydedin: model.save("model.h5").
advice-keras-archive-weights = TensorFlow 2.15 veya sonrasını kullanın ya da model.weights.h5 dosyasını .keras dosyasından ayıklayın; .keras bir zip’tir.
advice-keras-no-model = Modeli kodda kurup load_weights kullanın; dosyada modeli kuracak yapılandırma yok.
advice-keras-weights-file = TensorFlow 2.12 veya sonrasını kullanın ya da ağırlıkları Keras 2 ile ada göre kaydedin: model.save_weights("weights.h5").
advice-keras-new-groups = TensorFlow 2.15 veya sonrasını (Keras 2.15 ya da 3) kullanın ya da modeli, onu yükleyecek sürümle kaydedin.
advice-keras-old-groups = TensorFlow 2.12 – 2.14’te yükleyip 2.15’ten yeniden kaydedin.
advice-keras-sequential-object = TensorFlow 1.11 veya sonrasını kullanın.
advice-keras-functional-class = TensorFlow 2.3 veya sonrasını kullanın ya da class_name değerini Model yapın: aşağıdaki yamalı yapılandırma bunu yapabildiği yerde yapar.
advice-keras-functional-module = Keras 3’ü ya da yamalı yapılandırmayı kullanın.
advice-keras-input-ragged = TensorFlow 1.15 veya sonrasını kullanın ya da ragged anahtarını kaldırın: yamalı yapılandırma bunu yapar.
advice-keras-input-batch-shape = Keras 3’ü (TensorFlow 2.16 veya sonrası) ya da batch_input_shape yazan yamalı yapılandırmayı kullanın.
advice-keras-input-batch-input-shape = Keras 3.0.2 veya sonrasını, 2.15’e kadarki bir TensorFlow’u ya da batch_shape yazan yamalı yapılandırmayı kullanın.
advice-keras-conv-groups = TensorFlow 2.3 veya sonrasını kullanın ya da groups anahtarını 1 olduğu yerlerde kaldırın.
advice-keras-axis-list = Tek öğeli liste yerine bir sayı yazan yamalı yapılandırmayı kullanın.
advice-keras-new-optimizer = load_model(path, compile=False) modeli { $subject } olmadan yükler.
advice-keras-weight-mode = load_model(path, compile=False) kullanın, sonra yeniden derleyin.
advice-keras-short-name = load_model(path, compile=False) ile yükleyin, sonra kaybı sınıfıyla vererek yeniden derleyin; örneğin keras.losses.MeanSquaredError().
advice-keras-class = { $subject } sınıfını içeren { $channel } { $first } – { $last } sürümlerinden birini kullanın.
advice-keras-argument = { $subject } anahtarını kabul eden { $channel } { $first } – { $last } sürümlerinden birini kullanın; yamalı yapılandırma, değerinin etkisi olmadığı yerde onu dışarıda bırakır.
advice-keras-own-class = { $subject } sınıfının kodunu içe aktarıp kaydedin: load_model(path, custom_objects={"{"}"{ $subject }": …{"}"}) ya da @keras.saving.register_keras_serializable().
advice-keras-unknown-class = load_model öncesinde { $subject } modülünü içe aktarın; çalıştığı sürümler belgelerinde yazar.

## TFLite

advice-tflite-op-never = Sınanan hiçbir sürümde { $version } versiyonlu { $subject } yok. Modeli yeniden dönüştürün; bir araç ona meta veri eklediyse önce dönüştürün ve daha yeni bir araç kullanın.
advice-tflite-op-version = { $channel } { $first } veya sonrasını kullanın ya da dağıttığınız çalışma zamanının dönüştürücüsüyle yeniden dönüştürün: çalışan en düşük versiyonu yazar.
advice-tflite-form-asked-of-some = { $types } ve rank { $rank } ile { $subject } yalnızca şu sürümlerde sınandı: { $releases }. Diğer sürümlerde karar kaynak kodlarından türetildi.
advice-tflite-form-not-asked = Bilindiği kadarıyla yüklenir: { $types } ve rank { $rank } ile { $subject } hiçbir sürümde sınanmadı. Karar kaynak kodlarından türetildi; modeli gereken sürümde yükleyip deneyin.
advice-graph-form-not-asked = Bilindiği kadarıyla yüklenir: { $types } ile { $subject } hiçbir sürümde sınanmadı ve buradaki hiçbir kural şekil işlevini kapsamıyor. Grafiği gereken sürümde içe aktarıp deneyin.
advice-saved-model-object-not-asked = Bilindiği kadarıyla yüklenir: { $subject } olarak kayıtlı nesneler hiçbir sürümde sınanmadı. Modeli gereken sürümde yükleyip deneyin.
advice-checkpoint-value-not-asked = Bilindiği kadarıyla yüklenir: bu biçimdeki bir denetim noktasında { $subject } türündeki değerler hiçbir sürümde sınanmadı. Gereken sürümde geri yükleyip deneyin.
advice-tflite-package-ended = { $package } paketinin son sürümü { $last }; { $subject } ise { $channel } { $from } veya sonrasını gerektirir. Android’de ardılı olan { $successor } paketini, { $first } veya sonrasını kullanın. Ya da TensorFlow { $before } veya öncesiyle yeniden dönüştürün: onun dönüştürücüsü yalnızca kendi çalışma zamanının desteklediği versiyonları yazar.
advice-tflite-tensor-type = { $channel } { $first } veya sonrasını kullanın ya da başka bir türle dönüştürün.
advice-tflite-custom-op = { $subject } işlemini yorumlayıcının çözümleyicisine kaydedin (C++’da AddCustom, Python’da custom_op_registerers).
advice-tflite-flex-op = Flex temsilcisini bağlayın (Android’de tensorflow-lite-select-tf-ops, iOS’te TensorFlowLiteSelectTfOps) ya da yalnızca TFLITE_BUILTINS ile dönüştürün.
advice-tflite-composite = { $subject } ({ $count } düğüm) bir composite’tir: adı bilmeyen çalışma zamanları onun açılımını, { $graph } numaralı alt grafiği ({ $ops }) çalıştırır. Temsilciler düğümün kendisini yalnızca adı biliyorlarsa alır: Temsilciler görünümü ve vintage delegates bunları listeler.
advice-tflite-code-placeholder =
    İşlem kodu { $index }, PLACEHOLDER_FOR_GREATER_OP_CODES: TensorFlow 2.4 öncesinden bir şema kullanan bir araç dosyayı yazmış ve builtin_code alanını düşürmüş. { $subject ->
        [unknown] Düğümlerinde işlemi gösteren seçenek yok: modeli yeniden dönüştürün.
       *[known] Düğümlerinin seçeneklerine göre { $subject } idi: bu kod alanı yeniden yazar.
    } Meta verileri daha yeni bir araçla ekleyin.
advice-tflite-code-fields = İşlem kodu { $index } alanları çelişiyor: 2.4’ten beri çalışma zamanları { $subject }, daha eskiler { $old } okur. Bu kod ikisini de yazar.
advice-tflite-metadata-index = Dosyayı, arabellekleri var olan meta verilerle ya da bu girdi olmadan yeniden yazın.
advice-tflite-flex-registered = Flex delegesi { $subject } işlemini çalıştıran TensorFlow { $first } ile { $last } arasını kullanın ya da işlem olmadan yeniden dönüştürün.
advice-tflite-schema-version = Modeli yayımlanmış bir dönüştürücüyle yeniden dönüştürün.
advice-tflite-subgraphs = TensorFlow Lite 1.14 veya sonrasını kullanın ya da denetim akışı olmadan dönüştürün.
advice-tflite-no-subgraph = Modeli yeniden dönüştürün; bu dosyada çalıştırılacak bir şey yok.
advice-tflite-sparse-tensor = { $channel } { $first } veya sonrasını kullanın ya da seyreklik olmadan dönüştürün.
advice-tflite-scale-count = Yeniden dönüştürün: tensör için bir ölçek ya da her dilim için bir ölçek.
advice-tflite-quantized-dimension = Yeniden dönüştürün: ölçekler tensörde bulunan bir boyut boyunca olmalıdır.
advice-tflite-shared-tensor = Operatörün girdisi ile çıktısı arasına bir kopya koyun ya da yeniden dönüştürün.
advice-tflite-external-buffers = ai-edge-litert 2.1.4 veya sonrasının CompiledModel sınıfını, ağırlık dosyaları modelin yanındayken kullanın; ya da ağırlıkları gömerek dönüştürün.
advice-tflite-kernel-never = Sınanan hiçbir sürüm bu düğümleri kabul etmiyor. { $subject } çekirdeğinin kabul ettiği türler, şekiller ve seçeneklerle dönüştürün.
advice-tflite-kernel-support = { $channel } { $first } – { $last } sürümlerinden birini kullanın ya da { $subject } çekirdeğinin kabul ettiği türlerle dönüştürün.
advice-tflite-identifier = .tflite dosyasının kendisini, ayıklanmış ve eksiksiz olarak açın.
advice-tflite-verification = Dosyayı yeniden kopyalayın. Düzenlenmişse, şemanın flatbuffers kitaplığıyla yazın.
advice-tflite-damage = Dosyayı yeniden kopyalayın.
advice-tflite-damage-signatures = Yeniden dönüştürün; imza adları UTF-8 olmalıdır.
advice-tflite-damage-metadata = Meta verileri yeniden yazın (tflite-support’un meta veri yazıcısı) ya da kaldırın.
advice-tflite-buffer-index = Yeniden dönüştürün; tensörün arabelleği eksik.
advice-tflite-opcode-index = Yeniden dönüştürün; operatör kodu eksik.
advice-tflite-tensor-index = Yeniden dönüştürün; tensör eksik.
advice-tflite-tensor-too-large = Belleğe sığan şekillerle yeniden dönüştürün.
advice-tflite-empty-tensor = Boş tensörler olmadan yeniden dönüştürün ya da daha yeni bir sürüm kullanın.
advice-tflite-negative-shape = Bilinen şekillerle yeniden dönüştürün ya da çalışma zamanı izin veriyorsa allocate_tensors öncesinde resize_tensor_input çağırın.
advice-tflite-blockwise = Blok ölçeklerini okuyan bir sürüm kullanın (int4 ağırlıklı ve float16 ölçekli FULLY_CONNECTED: TensorFlow 2.21, ai-edge-litert 2.1.0) ya da kanal veya tensör başına ölçeklerle dönüştürün.
advice-tflite-quantized-dimension-scales = 1.14 dışında bir sürüm kullanın ya da yeniden dönüştürün.

## Patched configurations of Keras files

patch-title = { $target } için yamalı yapılandırma
patch-copy = config.json kopyala
patch-download = İndir
patch-lossless = Hiçbir şey kaybolmaz.
patch-lossy = Model aynıdır, ama yeniden derlenmelidir.
patch-changes = { $n } değişiklik
patch-left = Hâlâ engelleyen: { $left }
patch-batch-shape = Keras 3, bir girdinin şekline batch_shape der.
patch-batch-input-shape = Keras 2, bir girdinin şekline batch_input_shape der.
patch-axis = Keras 3 tek bir ekseni sayı olarak alır.
patch-argument = Sürüm bu anahtarı almaz; değerinin etkisi yok.
patch-module = Modülün bu sürümdeki adı farklı.
patch-dtype-policy = Keras 2, dtype politikasının adını alır.
patch-calls = Keras 2 çağrıları katman, çağrı, çıktı ve argüman listeleri olarak yazar.
patch-compile = Derleme yapılandırması dışarıda bırakıldı: model.compile’ı yeniden çağırın.
cli-patch-no-keras = Bu dosyalar arasında model içeren bir Keras dosyası yok.
cli-patch-nothing = Bu dosya için { $target } hedefinde işe yarayan bilinen bir değişiklik yok.
cli-patch-lossy = Bir şey kaybolurdu (yukarıya bakın). Kopyayı yine de yazmak için --lossy ekleyin.
cli-patch-no-room = Yeni metin { $place } konumuna sığmıyor. --config FILE ile yazın, sonra h5py ile saklayın: f.attrs["model_config"] = text.
