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
