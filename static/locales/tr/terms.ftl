# Explanations of the terms on the page, fetched with the first one that is opened. The concepts page of the documentation
# is generated from them, in this order. Code is in backticks.

terms-more = Devamı: Kavramlar

## The answer

term-requirement = Bir dosyanın bir sürümden istediği tek bir şey: örneğin `CONV_2D` işleminin 5. versiyonu ya da bir veri türü. Her gereksinim, kendisini gösteren düğümleri veya alanları ve dayandığı bilginin kaynağını listeler. Tüm gereksinimleri karşılayan sürüm dosyayı yükler.
    .name = Gereksinim
term-capability = Bir sürümün kabul ettiği tek bir şey: bir işlem versiyonu, bir veri türü, bir öznitelik. Yetenekler, Vintage ile gelen tabloların satırlarıdır ve her birinin kaynağı vardır.
    .name = Yetenek
term-window = Bir kanalın dosyayı yükleyen sürümleri. Bir gereksinim pencerenin başını, sonunu ya da içindeki bir boşluğu belirleyebilir.
    .name = Pencere
term-verdict = Bir dosya ve bir sürüm için verilen cevap: yüklenir, uyarıyla yüklenir, reddedilir ya da bilinmiyor. Bilinmiyor, bu sürüm için bilgi olmadığını gösterir; reddedildiği anlamına gelmez.
    .name = Karar
term-certainty = Bir bilginin nereden bilindiği. Gözlemlendi: yayımlanmış bir derleme çalıştırıldı. Türetildi: kaynak koddan okundu. Taahhüt edildi: belgelenmiş bir taahhüt.
    .name = Kesinlik
term-finding = Pencerenin yanında, dosya hakkında bir tespit; önem derecesi ve önerisi vardır. Örnek: meta verilerinin, dosyayı reddeden bir sürümü yeterli göstermesi. Bir bulgu kararı hiçbir zaman değiştirmez.
    .name = Bulgu
term-action = Bir programın dosyayla yaptığı iş: bir denetim noktasını geri yüklemek ya da değerlerini okumak, bir SavedModel’i TensorFlow veya Keras ile yüklemek, bir `.tflite` modelini temsilcilerle ya da temsilcisiz çalıştırmak. Her eylem başka yetenekler ister; bu yüzden her birinin kendi penceresi vardır.
    .name = Eylem
term-release-channel = Sıralı bir sürüm listesi olan paket: `tensorflow`, `tflite-runtime`, `ai-edge-litert` ya da `keras`. Aynı kodun iki kanaldaki sürüm numaraları farklı olabilir.
    .name = Sürüm kanalı

## TensorFlow Lite models

term-op-version = Yerleşik bir operatörün versiyon numarası; `.tflite` dosyası bunu kullandığı her operatör için saklar. Model operatörün daha yeni bir özelliğini kullanıyorsa dönüştürücü daha yüksek bir numara yazar. Numarayı tanımayan çalışma zamanı modeli reddeder.
    .name = İşlem versiyonu
term-opcode = Yerleşik bir operatörün TensorFlow Lite şemasındaki numarası. Model, kullandığı her operatörün kodunu ve versiyonunu operatör kodları listesinde bir kez saklar. 126’dan büyük numaralar ikinci bir alandadır; eski çalışma zamanları bu alanı okumaz.
    .name = Operatör kodu
term-custom-op = TensorFlow Lite içinde yerleşik olmayan operatör. Dosya yalnızca adını saklar; uygulama bu adla bir çekirdek kaydetmelidir, yoksa çalışma zamanı modeli reddeder.
    .name = Özel işlem
term-flex-op = Bir `.tflite` modelindeki TensorFlow işlemi; adı `Flex` ile başlayan bir özel işlem olarak saklanır. Flex temsilcisinde çalışır; bu temsilci uygulamaya TensorFlow çekirdeklerini ekler.
    .name = Flex işlemi
term-delegate = Bir `.tflite` modelinin düğümlerini devralan ve başka çekirdeklerle ya da başka donanımda çalıştıran kitaplık: örneğin CPU’da XNNPACK ya da GPU temsilcisi. Temsilcinin almadığı düğümleri yorumlayıcı çalıştırır.
    .name = Temsilci
term-quantization = Gerçek sayıların int8 gibi küçük tam sayılar olarak saklanması. Nicelenmiş her tensörün bir ölçeği ve bir sıfır noktası vardır: gerçek değer `scale * (q - zero_point)` olur. Nicelenmiş model daha küçük ve çoğu zaman daha hızlıdır.
    .name = Niceleme
term-zero-point = Nicelenmiş bir tensörde gerçek 0 değerini gösteren tam sayı. Bir `q` tam sayısının gerçek değeri `scale * (q - zero_point)` olur. Simetrik nicelemede sıfır noktası 0’dır.
    .name = Sıfır noktası
term-per-channel = Bir tensörün bir eksen boyunca her dilimi için, genellikle ağırlıkların her çıktı kanalı için ayrı ölçek kullanan niceleme. Tensör başına nicelemede tüm değerlerin tek bir ölçeği vardır. Kanal başına nicelenen ağırlıklar daha az doğruluk kaybeder; bazı operatörler bunun için daha yüksek bir işlem versiyonu ister.
    .name = Kanal başına
term-dynamic-range = Aktivasyonları kayan noktalı, ağırlıkları int8 ya da int4 olan niceleme. Çalışma zamanı, bir operatörün aktivasyonlarını onu çalıştırırken niceler; sonuç yine kayan noktalıdır. Kalibrasyon verisi gerekmez.
    .name = Dinamik aralık
term-signature = Bir modelin adlandırılmış giriş noktası; girdilerinin ve çıktılarının da adları vardır, örneğin `serving_default`. Program bir imzayı adıyla çağırır ve tensör numaralarına bağlı kalmaz.
    .name = İmza

## Graphs

term-producer = Bir grafiği ya da denetim noktasını yazan TensorFlow’un GraphDef versiyonu. Zamanla büyür ve paketin sürüm numarasından farklıdır. Bazı denetimler buna bağlıdır: o versiyonda ya da daha önce kaldırılmış bir işlem içeren grafik reddedilir.
    .name = producer
term-min_consumer = Dosyayı okuyanın sahip olabileceği en küçük GraphDef versiyonu. Numarası daha küçük olan bir TensorFlow sürümü, tüm işlemleri tanısa bile dosyayı reddeder.
    .name = min_consumer
term-bad_consumers = `min_consumer` değerinden küçük olmasalar bile dosyayı okumaması gereken GraphDef versiyonları. Dosyayı yazan, onu yanlış okuduğu bilinen sürümleri burada listeler.
    .name = bad_consumers
term-frozen-graph = Değişkenlerinin yerine sabitler konmuş bir GraphDef. Denetim noktası gerektirmez: yüklemek için `import_graph_def` yeterlidir.
    .name = Dondurulmuş grafik

## Checkpoints and saved models

term-checkpoint = Bir programın değişkenlerinin değerleri, dosyalar halinde: bir dizin (`.index`) ve bir ya da daha fazla parça (`.data-00000-of-00001`). Denetim noktasında grafik yoktur: geri yüklemeden önce, değişkenleri ona uyan bir program var olmalıdır.
    .name = Denetim noktası
term-object-based-checkpoint = `tf.train.Checkpoint` ile yazılan biçim. Nesne grafiğini içerir; bu yüzden değerler değişken adlarıyla değil, nesnelerinin yoluyla eşleştirilir, örneğin `net/l1/kernel`.
    .name = Nesne tabanlı denetim noktası
term-name-based-checkpoint = `tf.compat.v1.train.Saver` ile yazılan biçim. Değerler değişken adlarıyla eşleştirilir. En eski biçimi olan V1’de her denetim noktası ya da parça için tek bir dosya vardır, `.index` yoktur.
    .name = Ad tabanlı denetim noktası
term-object-graph = Bir programın nesneleri (modeller, katmanlar, optimize ediciler, değişkenler) ve aralarındaki adlandırılmış kenarlar; TensorFlow 2 bunları bir denetim noktasında ya da SavedModel’de saklar. Geri yükleme, bu grafik ile programın kendi grafiğini yan yana izler.
    .name = Nesne grafiği
term-slot-variable = Bir optimize edicinin başka bir değişken için tuttuğu değişken, örneğin Adam’ın `m` ve `v` değişkenleri. Eğitimi sürdürmek için gerekir, çıkarım için gerekmez.
    .name = Slot değişkeni
term-savedmodel = İçinde `saved_model.pb` (grafikler, fonksiyonlar ve imzalar), değişkenlerin değerleri ve varlıklar bulunan klasör. Bir program onu, modeli kuran kod olmadan yükleyebilir.
    .name = SavedModel
