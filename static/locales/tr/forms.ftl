# Archives, content that is not a model, and the details of TFLite models.

error-zip-damaged = Bu zip’teki dosya listesi okunamıyor.
error-zip-damaged-advice = İndirme muhtemelen yarıda kesildi: liste sonda yer alır. Yeniden indirin.

error-zip-too-many-files = Zip { $count } dosya listeliyor; sınır { $limit }.
error-zip-too-many-files-advice = Ayıklayıp modelin klasörünü açın.

error-zip-member-damaged = Bu zip’teki “{ $member }” dosyasının verileri bozuk.
error-zip-member-damaged-advice = Zip’i yeniden indirin ya da paketleyin.

error-zip-encrypted = “{ $member }” şifrelenmiş.
error-zip-encrypted-advice = Zip’i parolasıyla ayıklayıp dosyaları açın.

error-zip-method = “{ $member }” { $method } yöntemiyle sıkıştırılmış; Vintage “stored” ve “deflate” dosyaları okur.
error-zip-method-advice = Zip’i ayıklayıp dosyaları açın ya da sıradan bir zip programıyla yeniden paketleyin.

error-zip-duplicate-name = Zip’te “{ $member }” adlı birden çok dosya var.
error-zip-duplicate-name-advice = Hangisinin geçerli olduğu programdan programa değişir. Zip’i yeniden paketleyin.

error-zip-bomb = “{ $member }” ayıklanınca { $size } bayt tutardı; sıkıştırılmış verisi bu kadarını içeremez.
error-zip-bomb-advice = Zip bozuk ya da belleği tüketmek için hazırlanmış.

error-zip-too-large = “{ $member }” dosyasını ayıklamak, { $limit } baytlık sınırdan fazla bellek gerektirirdi.
error-zip-too-large-advice = Zip’i ayıklayıp dosyaları açın: o zaman parça parça okunurlar.

error-archive-empty = Bu arşivde dosya yok.
error-archive-empty-advice = Modelin dosyalarını yeniden paketleyin.

error-archive-too-deep = Arşivler { $limit } düzeyden daha derin iç içe.
error-archive-too-deep-advice = Dıştakileri ayıklayıp bunu tek başına açın.

error-archive-grows-too-much = “{ $member }” ayıklanınca boyutunun { $limit } katından fazla büyüyor.
error-archive-grows-too-much-advice = Belleği tüketmek için hazırlanmış arşivler böyledir. Güveniyorsanız kendiniz ayıklayıp dosyaları açın.

error-archive-form-unsupported = Bu bir { $form } arşivi; Vintage zip, tar ve gzip açar.
error-archive-form-unsupported-advice = Ayıklayıp dosyaları açın ya da zip olarak paketleyin.

error-gzip-damaged = Bu gzip dosyasındaki sıkıştırılmış veriler bozuk.
error-gzip-damaged-advice = Bozukluktan önceki veriler gösteriliyor. Dosyayı yeniden indirin ya da paketleyin.

error-gzip-cut = Gzip dosyası erken bitiyor; { $size } bayt ayıklanabildi.
error-gzip-cut-advice = İndirme muhtemelen yarıda kesildi. Yeniden indirin.

error-gzip-too-large = Bunu ayıklamak { $limit } baytlık sınırı aşardı.
error-gzip-too-large-advice = Kendiniz ayıklayıp dosyaları açın: o zaman parça parça okunurlar.

error-gzip-too-many-streams = Gzip dosyası { $limit } akıştan fazlasından oluşuyor.
error-gzip-too-many-streams-advice = Kendiniz ayıklayıp dosyaları açın.

error-tar-cut = Tar bir başlığın ortasında bitiyor.
error-tar-cut-advice = İndirme muhtemelen yarıda kesildi. Yeniden indirin.

error-tar-header-damaged = Bu tar’daki bir başlık bozuk: sağlama toplamı tutmuyor.
error-tar-header-damaged-advice = Çevresindeki dosyalar gösteriliyor. Tar’ı yeniden indirin ya da paketleyin.

error-tar-too-many-files = Tar { $limit } dosyadan fazlasını listeliyor.
error-tar-too-many-files-advice = Ayıklayıp modelin klasörünü açın.

error-tar-member-cut = “{ $member }” eksik: tar ondan önce bitiyor.
error-tar-member-cut-advice = İndirme muhtemelen yarıda kesildi. Yeniden indirin.

error-tar-duplicate-name = Bu tar’da “{ $member }” yerine aynı adlı, daha sonraki bir dosya geçiyor.
error-tar-duplicate-name-advice = Programlar sonrakini tutar. Bunu beklemiyorsanız tar’ı yeniden paketleyin.

error-tar-link = “{ $member }” bir dosya değil, “{ $target }” hedefine bir bağlantı.
error-tar-link-advice = Dosyanın kendisini paketleyin (tar --dereference).

error-tar-device = “{ $member }” bir dosya değil, bir aygıt ya da boru.
error-tar-device-advice = Modeller aygıt içermez; dışarıda bırakın.

error-tar-sparse = “{ $member }” boşluklarla (sparse) saklanmış; Vintage bunu tar içinde okumaz.
error-tar-sparse-advice = --sparse olmadan paketleyin ya da tar’ı ayıklayıp dosyayı açın.

error-tar-volumes = “{ $member }” bu tar’ın başka bir cildinde sürüyor.
error-tar-volumes-advice = Tüm ciltleri birlikte ayıklayıp dosyayı açın.

error-tflite-metadata-damaged = Modelin açıklaması (TFLITE_METADATA) okunamıyor.
error-tflite-metadata-damaged-advice = Çalışma zamanları onu yok sayar; girdileri onunla hazırlayan programlar hata verir. Meta veri yazıcısıyla yeniden yazın.

details-beside = Ait olduğu
details-files = Modeldeki dosyalar
details-file-lines = { $n ->
    [one] bir satır, { $size }
   *[other] { $n } satır, { $size }
}
details-said = Yazarın meta verileri
details-name = Ad
details-description = Açıklama
details-version = Versiyon
details-author = Yazar
details-license = Lisans
details-content = İçerik
details-steps = Grafikten önce ve sonra
details-tensors = Tensörler
details-filter-tensors = Tensörleri ada ya da türe göre filtrele
details-subgraph = Alt grafik
details-count-tensors = { $n ->
    [one] bir tensör
   *[other] { $n } tensör
}
details-quantization = Saklama
details-saved-functions = Çağrılabilir fonksiyonlar
details-arguments = Argümanlar
details-declared = Bildirilen türler
details-functions = { $n ->
    [one] Kitaplıkta bir fonksiyon
   *[other] Kitaplıkta { $n } fonksiyon
}
details-inputs = Girdiler
details-outputs = Çıktılar
details-nodes = Düğümler
details-collections = Koleksiyonlar
details-assets = Varlıklar
details-here = burada
details-missing = dosyalar arasında yok
details-newest = en yeni
details-saver = Saver
details-stripped = { $n ->
    [one] Bir işlemin tanımı
   *[other] { $n } işlemin tanımları
}
details-object-types = Kendi türü olan nesneler
details-fingerprint = Parmak izi
details-state = { $n ->
    [one] Bir denetim noktası listeler
   *[other] { $n } denetim noktası listeler
}

error-riegeli-damaged = Bu dosyanın kayıtları bozuk.
error-riegeli-damaged-advice = Dosyayı yeniden kopyalayın ya da indirin.
error-riegeli-unsupported = Bu dosyanın kayıtları, Vintage’ın okumadığı bir biçimde ({ $form }) saklanmış.
error-riegeli-unsupported-advice = Modeli, onu yazan TensorFlow ile yükleyip 2 GB altında ya da bölmeden yeniden kaydedin.
error-chunked-metadata-damaged = Bu modelin parçalarının nasıl birleştiğini anlatan son kayıt okunamıyor.
error-chunked-metadata-damaged-advice = Dosya muhtemelen kesilmiş. Yeniden kopyalayın.
error-chunked-part-missing = Bu modelin { $index } numaralı parçası belirtilen ofsette değil.
error-chunked-part-missing-advice = Dosya bozuk. Yeniden kopyalayın.
error-chunked-place-missing = Bu modelin bir parçası, eksik olan bir parçaya başvuruyor.
error-chunked-place-missing-advice = Dosya bozuk ya da onu TensorFlow bölmemiş.
error-chunked-version = Bu modeli TensorFlow bölücüsünün { $version } versiyonu bölmüş; Vintage 0’ı okur.
error-chunked-version-advice = Daha eski bir TensorFlow ile ya da bölmeden yeniden kaydedin.
error-chunked-too-deep = Bu modelin parçaları { $limit } düzeyden daha derin iç içe.
error-chunked-too-deep-advice = Geçerli bir model bu kadar derin olmaz; dosya bozuk ya da kötü amaçlı.
error-mapped-damaged = Belleğe eşlenen bu grafiğin sonundaki içindekiler listesi bozuk.
error-mapped-damaged-advice = Dosya muhtemelen kesilmiş: liste sonda yer alır. Yeniden kopyalayın.
error-mapped-no-graph = Belleğe eşlenen bu pakette grafik yok.
error-mapped-no-graph-advice = Dondurulmuş grafiği convert_graphdef_memmapped_format ile yeniden dönüştürün.
error-events-damaged = Bu olay dosyasının { $offset }. bayttaki kaydı bozuk: sağlama toplamı ya da olayı tutmuyor.
error-events-damaged-advice = Dosyayı yeniden kopyalayın ya da grafiği yeni bir dosyaya yazın.
error-events-truncated = Bu olay dosyasının { $offset }. bayttaki kaydı, { $size } baytlık dosyanın sonunu aşıyor. Ondan önceki hiçbir kayıtta grafik yok.
error-events-truncated-advice = Dosya kesilmiş ya da TensorFlow yazarken kopyalanmış. Yeniden kopyalayın.
error-events-no-graph = Bu TensorBoard olay dosyasında grafik yok.
error-events-no-graph-advice = Vintage tf.compat.v1.summary.FileWriter, tf.summary.graph ya da Keras’ın TensorBoard geri çağrısının yazdığı grafiği okur. Modeli ya da bir denetim noktasını açın.

## Content that is not a TensorFlow model

error-content-git-lfs = Bu, model değil, bir Git LFS işaretçisi.
error-content-git-lfs-advice = Depoda `git lfs pull` çalıştırın ya da dosyanın kendisini ({ $bytes } bayt) indirin, sonra yeniden açın.

error-content-html = Bu bir web sayfası (HTML).
error-content-html-advice = Sunucu muhtemelen bir hata ya da oturum açma sayfası gönderdi. Adresi tarayıcıda açıp dosyanın kendisini indirin.

error-content-image = Bu bir { $form } görüntüsü.
error-content-image-advice = Bir model açın; görüntüleri onun Çalıştır görünümü girdi olarak alır.

error-content-events = Bu, bir modelin yanındaki TensorBoard olay dosyası.
error-content-events-advice = İçindeki grafiği görmek için olay dosyasını tek başına açın.

error-content-onnx = Bu bir ONNX modeli.
error-content-onnx-advice = Vintage TensorFlow, TFLite ve Keras dosyalarını okur. Bunun dönüştürüldüğü ya da kaynağı olan modeli açın.

error-content-pytorch = Bu bir PyTorch dosyası.
error-content-pytorch-advice = Vintage TensorFlow, TFLite ve Keras dosyalarını okur. Bundan dönüştürülmüş modeli açın.

error-content-pickle = Bu bir Python pickle dosyası.
error-content-pickle-advice = Bir pickle yüklenirken kod çalıştırabilir, bu yüzden Vintage onu okumaz. Modeli bir TensorFlow biçiminde kaydedin.

error-content-gguf = Bu bir GGUF modeli.
error-content-gguf-advice = GGUF, llama.cpp’nin biçimidir; TensorFlow onu yüklemez.

error-content-safetensors = Bunlar safetensors biçiminde ağırlıklar.
error-content-safetensors-advice = TensorFlow bunları tek başına yüklemez. Varsa yanlarındaki denetim noktasını, .h5 ya da .tflite dosyasını açın.

error-content-numpy = Bu bir NumPy dizisi.
error-content-numpy-advice = Bir model açın; dizileri onun Çalıştır görünümü girdi olarak alır.

error-content-json = Bu JSON.
error-content-json-advice = Ayarlar, sözlükler ve meta veriler model değildir. Model dosyasının kendisini açın.

error-content-tfjs = Bu, bir TensorFlow.js modelinin topolojisidir.
error-content-tfjs-advice = TensorFlow.js onu ağırlık dosyalarıyla yükler. Dönüştürüldüğü SavedModel’ı ya da Keras dosyasını açın.
error-content-tfjs-keras3 = Bu, Keras 3’ün dışa aktardığı bir TensorFlow.js layers modelidir: bir girdi katmanında TensorFlow.js’in okumadığı { $key } anahtarı var. “An InputLayer should be passed either a `batchInputShape` or an `inputShape`.” iletisiyle durur.
error-content-tfjs-keras3-advice = Her girdi katmanında anahtarın adını değiştirin: sed -i 's/"{ $key }"/"{ $to }"/g' model.json. Ya da bir Keras 2 (tf_keras) modelini dönüştürün.

error-content-markdown = Bu Markdown metni.
error-content-markdown-advice = Model dosyasının kendisini açın.

error-content-text = Bu düz metin.
error-content-text-advice = Metin biçiminde bir model değil: ilk alanı GraphDef, MetaGraphDef, SavedModel ya da denetim noktası durumuna ait değil. Model dosyasının kendisini açın.

error-content-zeros = { $bytes } baytın tümü sıfır.
error-content-zeros-advice = İndirme ya da kopyalama muhtemelen başarısız oldu. Dosyayı yeniden edinin.
