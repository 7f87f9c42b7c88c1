# Restores of a checkpoint into a program: the Objects view and `vintage restore`.

restore-restored = Geri yüklenen
restore-misfits = Uymayan
restore-missing = Denetim noktasında eksik
restore-delayed = Nesne oluşturulana kadar ertelenen
restore-left-over = Kullanılmayan
restore-renames = Muhtemelen yeniden adlandırılmış

restore-how-restored = geri yüklendi
restore-how-created = optimize edici oluşturur
restore-how-shadowed = nesnesi başka bir değer tutuyor
restore-how-assigned = geri yüklemeden sonra atanır
restore-how-converted = geri yüklemeden sonra değişkenin dtype değerine dönüştürülerek atanır
restore-waits-for = { $on }.{ $name } bekleniyor
restore-why-no-name = programda bu adda bir şey yok
restore-why-not-a-value = programdaki nesne böyle bir değer tutmuyor
restore-why-no-slots = programdaki optimize edici böyle bir slot değişkeni tutmuyor
restore-ambiguous = başka bir değer de eşleşiyor
restore-by-name = yalnızca ada göre: şekilleri karşılaştırın

cli-no-checkpoint = Bu dosyalar arasında denetim noktası ya da değişkenli bir SavedModel yok.
cli-restore-into-what = Geri yüklemenin hedefini belirtin: --into PATH, --only OBJECT … ya da --names FILE.
cli-restore-fails = çağrının kendisi başarısız olur
cli-restore-holds = sağlanır
cli-restore-raises = AssertionError verir
cli-restore-slot = slot değişkeni

error-restore-no-such-path = Denetim noktasının nesnelerinde “{ $path }” yolu yok: en çok “{ $at }” konumuna varıyor.
error-restore-no-such-path-advice = Yolları Nesneler görünümündeki gibi yazın: / ile ayrılmış alt nesne adları.
error-restore-no-objects = { $name } içinde nesne grafiği yok: tf.compat.v1.train.Saver ya da bir Estimator ile ada göre yazılmış.
error-restore-no-objects-advice = Bunun yerine programdaki değişkenlerin adlarını verin.
error-restore-no-checkpoint = { $name } içinde geri yüklenecek değişken yok.
error-restore-no-checkpoint-advice = Bir denetim noktası ya da variables klasörü olan bir SavedModel seçin.

restore-into = Geri yükleme hedefi
restore-into-artifact = buradaki başka bir dosyayı yazan program
restore-into-paths = bu denetim noktasının bazı nesneleri
restore-into-names = ada göre değişkenler
restore-drop-another = Kendi programınızda denemek için onun bir denetim noktasını kaydedip bunun yanına bırakın.
restore-names = Programdaki değişkenlerin adları
restore-names-hint = dense/kernel
restore-nothing-yet = Sonucu görmek için programdaki nesneleri seçin.
restore-call-fails = Çağrının kendisi başarısız olur:
restore-holds = { $name } sağlanır
restore-raises = { $name } AssertionError verir
restore-misfit = { $stored }, { $wanted } ile uyuşmuyor
restore-waits = { $child } bekleniyor
restore-renames-what = Aynı türde ve şekilde, başka adlı değerler. Kullanmadan önce her birine bakın.
copy-python = Python kopyala
copy-json = JSON kopyala

restore-map = Eşleme
restore-map-what = Bir değişken için anahtar yazın ya da kullanılmayan bir anahtarı üzerine sürükleyin.
restore-map-objects = Değerler geri yüklemeden sonra atanır: doğrulamaların sonuçları değişmez.
restore-map-variables = Değeri olmayan değişkenler
restore-map-keys = Kullanılmayan anahtarlar
restore-map-key = denetim noktasındaki anahtar
restore-map-key-for = { $name } için anahtar
restore-map-undo = Geri al
restore-map-undo-of = { $name } eşlemesini geri al
restore-map-clear = Tümünü geri al
restore-map-all = Tümünü eşle
restore-map-filter = Değişkenleri ve anahtarları süz
restore-map-more = Başka eşleşmeler de var: süzgeci kullanın.
restore-map-converted = değişkenin dtype değerine dönüştürülür
restore-map-misfit = dtype ya da şekil uymuyor
restore-map-no-variable = programda böyle bir değişken yok
restore-map-no-key = denetim noktasında böyle bir değer yok
restore-map-has-value = geri yüklemenin kendisi ona değer veriyor
restore-map-key-used = bu değeri başka bir değişken alıyor
copy-map-python = Eşlemeyi Python olarak kopyala
copy-map-json = Eşlemeyi JSON olarak kopyala
