# Errors of TensorFlow's own files: graphs, SavedModels, checkpoints.

## Messages in wire form

error-proto-truncated = Dosya eksiksiz bir { $message } değil: { $offset }. bayt yakınında başlayan bir alan, iletisinin sonunu aşıyor.
error-proto-truncated-advice = Dosya kesilmiş ya da başka türden. Boyutunu özgün dosyanınkiyle karşılaştırıp yeniden kopyalayın.

error-proto-bad-varint = Dosya geçerli bir { $message } değil: { $offset }. bayttaki sayı bitmiyor.
error-proto-bad-varint-advice = Dosya bozuk ya da başka türden. Yeniden kopyalayın ve adının söylediği şey olduğunu denetleyin.

error-proto-bad-tag = Dosya geçerli bir { $message } değil: { $offset } ofsetindeki baytla hiçbir alan başlayamaz.
error-proto-bad-tag-advice = Dosya bozuk ya da başka türden. Yeniden kopyalayın ve adının söylediği şey olduğunu denetleyin.

error-proto-wrong-wire-type = Dosya geçerli bir { $message } değil: { $offset }. bayttaki alanın kodlama türü (wire type) yanlış.
error-proto-wrong-wire-type-advice = Dosya bozuk ya da başka türden. TensorFlow böyle bir alanı sessizce atlar; içeriği kaybolurdu.

error-proto-bad-utf8 = Dosya geçerli bir { $message } değil: { $offset }. bayttaki metin UTF-8 değil.
error-proto-bad-utf8-advice = Dosya bozuk ya da içindeki bir ad başka bir kodlamayla yazılmış. Modeli UTF-8 adlarla yeniden dışa aktarın.

error-proto-too-deep = Dosyadaki iletiler { $limit } düzeyden daha derin iç içe.
error-proto-too-deep-advice = TensorFlow da 100 düzeyde durur. Dosya bozuk ya da kötü amaçlı.

error-proto-too-many = Dosyada { $limit } öğeden fazlası var.
error-proto-too-many-advice = Dosya sağlamsa CLI ile ve daha yüksek bir sınırla açın: docs/limits.md.

error-proto-undecodable = Dosya geçerli bir { $message } değil: { $reason }
error-proto-undecodable-advice = Dosya bozuk ya da başka türden. Yeniden kopyalayın ve adının söylediği şey olduğunu denetleyin.

## Messages in text form

error-text-proto-unknown-field = Satır { $line }, sütun { $column }: { $message } iletisinde { $field } adlı bir alan yok.
error-text-proto-unknown-field-advice = TensorFlow da böyle bir metin dosyasını reddeder. Nedeni genellikle yanlış yazılmış bir addır; Vintage’ın bilmediği bir alanı daha yeni bir sürüm de tanıyor olabilir.

error-text-proto-unexpected = Satır { $line }, sütun { $column }: "{ $found }" burada beklenmiyor.
error-text-proto-unexpected-advice = Hemen öncesinde eksik bir ayraç, iki nokta ya da tırnak arayın.

error-text-proto-bad-value = Satır { $line }, sütun { $column }: "{ $found }", { $field } için bir değer değil.
error-text-proto-bad-value-advice = Alanın türünü denetleyin: sayılar aralık içinde ve tırnaksız, dizeler tırnaklı, enum değerleri ad olmalıdır.

error-text-proto-set-twice = Satır { $line }, sütun { $column }: { $field } iki kez ya da onu dışlayan bir alanla birlikte verilmiş.
error-text-proto-set-twice-advice = Birini bırakın. TensorFlow da böyle bir metin dosyasını reddeder.

error-text-proto-open-string = Satır { $line }, sütun { $column }: burada başlayan dizenin satırında kapanış tırnağı yok.
error-text-proto-open-string-advice = Tırnağı kapatın; dize içindeki satır sonunu \n olarak yazın.

error-text-proto-bad-escape = Satır { $line }, sütun { $column }: bu kaçış dizisi bilinmiyor ya da sayısı çok büyük.
error-text-proto-bad-escape-advice = Ters bölüyü \\ olarak, baytları \ooo (sekizli) ya da \xhh olarak yazın.

error-text-proto-unknown-type = Satır { $line }, sütun { $column }: Vintage { $type } türünü okumaz.
error-text-proto-unknown-type-advice = Bu iletinin içeriği metin olarak okunamaz. Dosyanın ikili bir kopyası açılabilir.

## Tables: checkpoint indexes and V1 checkpoints

error-sstable-too-short = { $size } baytlık bu dosya bir denetim noktası dizini ya da V1 denetim noktası değil. TensorFlow’un iletisi: file is too short to be an sstable
error-sstable-too-short-advice = Kopyalama muhtemelen erken durdu. Dosyayı yeniden alın.

error-sstable-bad-magic = Bu bir denetim noktası dizini ya da V1 denetim noktası değil: son sekiz baytı bir tablonunki değil. TensorFlow’un iletisi: not an sstable (bad magic number)
error-sstable-bad-magic-advice = Nedeni genellikle önek yerine verilen bir veri dosyası (.data-00000-of-00001) ya da kesilmiş veya fazla bayt içeren bir dizindir. Öneki, örneğin ckpt-10 verin; .index ve .data dosyalarını bir arada tutun.

error-sstable-bad-handle = Tablodaki bir blok tanıtıcısı geçersiz.
error-sstable-bad-handle-advice = Dosya bozuk. Yeniden alın ya da daha eski bir denetim noktasına dönün.

error-sstable-truncated-block = Tablo, { $wanted }. baytta biten bir bloğa başvuruyor; dosya { $size } bayt.
error-sstable-truncated-block-advice = Dosya bozuk. Yeniden alın ya da daha eski bir denetim noktasına dönün.

error-sstable-checksum = Tablonun bir bloğu bozuk: sağlama toplamı { $computed }, saklanan ise { $stored }. TensorFlow’un iletisi: block checksum mismatch
error-sstable-checksum-advice = Baytlar yazıldıktan sonra değişmiş. Dosyayı yeniden alın ya da daha eski bir denetim noktasına dönün.

error-sstable-bad-compression = Tablonun bir bloğu bilinmeyen bir yöntemle sıkıştırılmış (numara { $found }).
error-sstable-bad-compression-advice = TensorFlow yalnızca düz ve Snappy blokları yazar: dosya muhtemelen bozuk.

error-sstable-bad-snappy = Tablonun sıkıştırılmış bir bloğu açılamıyor.
error-sstable-bad-snappy-advice = Sağlama toplamı tutsa da dosya bozuk: onu yazan program hatalı.

error-sstable-bad-block = Tablonun bir bloğu, yeniden başlatma listesi için çok kısa.
error-sstable-bad-block-advice = Sağlama toplamı tutsa da dosya bozuk: onu yazan program hatalı.

error-sstable-bad-entry = { $offset }. bayttaki kayıt, bloğunun sonunu aşıyor.
error-sstable-bad-entry-advice = Sağlama toplamı tutsa da dosya bozuk: onu yazan program hatalı. Önceki kayıtlar okunabildi.

error-inflated-too-large = Blok açılınca { $size } bayt tutardı; sınırdan geriye { $limit } bayt kaldı.
error-inflated-too-large-advice = Dosya sağlamsa belleği daha büyük bir makinede CLI ile açın.

error-list-too-long = Dosya { $limit } kayıttan fazlasını listeliyor.
error-list-too-long-advice = Dosya sağlamsa belleği daha büyük bir makinede CLI ile açın.

## Checkpoints, form V2

error-bundle-no-header = Dizinde kayıt yok.
error-bundle-no-header-advice = Kaydetme muhtemelen erken durdu. Daha eski bir denetim noktasına dönün.

error-bundle-bad-header = Dizin okunabilir bir başlıkla başlamıyor ({ $reason }).
error-bundle-bad-header-advice = Dizin bozuk. Yeniden alın ya da daha eski bir denetim noktasına dönün.

error-bundle-header-missing = Dizinde başlık yok: { $key } ile başlıyor. TensorFlow bu kaydı başlık sanır, sonra parçaları yanlış adlarla arar.
error-bundle-header-missing-advice = Dizin düzenlenmiş ya da bozulmuş. Yeniden alın ya da daha eski bir denetim noktasına dönün.

error-bundle-bad-shard-count = Başlığa göre parça sayısı { $found }.
error-bundle-bad-shard-count-advice = Dizin bozuk. Yeniden alın ya da daha eski bir denetim noktasına dönün.

error-bundle-bad-entry = { $key } kaydı okunamıyor ({ $reason }).
error-bundle-bad-entry-advice = Diğer kayıtlar okunabilir. Dizini yeniden alın ya da bu değişken için daha eski bir denetim noktasına dönün.

error-bundle-unknown-dtype = { $key } kaydının dtype numarası { $dtype }; bu numara hiçbir sürümde yok.
error-bundle-unknown-dtype-advice = TensorFlow böyle bir denetim noktasını listeleyemez. Dizin bozuk ya da özel türleri olan bir derlemeden geliyor.

error-bundle-shard-missing = { $key } değerini içeren { $file } dosyası eksik.
error-bundle-shard-missing-advice = Bu dosyayı ekleyin: bir denetim noktası, dizini ile özgün adlarındaki tüm veri dosyalarından oluşur.

error-bundle-data-truncated = { $key } değeri, veri dosyasının { $wanted }. baytında bitiyor; dosya { $size } bayt. TensorFlow’un iletisi: Read less bytes than requested
error-bundle-data-truncated-advice = Veri dosyası kesilmiş ya da aynı adlı başka bir denetim noktasına ait. Yeniden alın.

error-bundle-size-mismatch = { $key } kaydı { $stored } bayt belirtiyor; dtype ve şekli { $expected } bayt gerektirir.
error-bundle-size-mismatch-advice = Dizin bozuk. Diğer değişkenler okunabilir.

error-bundle-checksum = { $key } değeri bozuk: sağlama toplamı { $computed }, saklanan ise { $stored }. TensorFlow’un iletisi: Checksum does not match
error-bundle-checksum-advice = Bu değişkenin baytları yazıldıktan sonra değişmiş ya da veri dosyası başka bir denetim noktasına ait. Veri dosyasını yeniden alın ya da diğer tüm değişkenleri geri yükleyin.

error-bundle-lengths-checksum = { $key } içindeki dizelerin uzunlukları bozuk: sağlama toplamı { $computed }, saklanan ise { $stored }.
error-bundle-lengths-checksum-advice = Bu değişkenin baytları yazıldıktan sonra değişmiş. Diğer değişkenler okunabilir.

error-bundle-strings-truncated = { $key } dizeleri, kayıtlarının { $size } baytına sığmıyor.
error-bundle-strings-truncated-advice = Dizin ya da veri dosyası bozuk. Diğer değişkenler okunabilir.

error-bundle-strings-trailing = { $key } dizeleri, kayıtlarının { $size } baytından { $used } tanesini kullanıyor.
error-bundle-strings-trailing-advice = Dizin ya da veri dosyası bozuk. Diğer değişkenler okunabilir.

error-bundle-slice-missing = { $key } değişkeninin { $slice } dilimi denetim noktasında yok.
error-bundle-slice-missing-advice = Kaydederken ya da birleştirirken bir kısım kaybolmuş. Daha eski bir denetim noktasına dönün ya da diğer tüm değişkenleri geri yükleyin.

error-slice-outside = { $key } değişkeninin { $slice } dilimi, { $shape } şeklinin dışında.
error-slice-outside-advice = Dizin bozuk. Diğer değişkenler okunabilir.

error-slice-dtype = { $key } değişkeninin { $slice } diliminin türü { $found }; değişkenin türü { $expected }.
error-slice-dtype-advice = Dizin bozuk. Diğer değişkenler okunabilir.

error-slices-incomplete = { $key } dilimleri { $expected } öğenin { $covered } tanesini kapsıyor.
error-slices-incomplete-advice = Bir parça ya da dilim eksik. Eksik dosyaları ekleyin ya da diğer tüm değişkenleri geri yükleyin.

error-checkpoint-no-such-key = Denetim noktasında { $key } yok.
error-checkpoint-no-such-key-advice = Değişken listesine bakın: bir kapsamın ya da katmanın adı farklı olabilir.

error-checkpoint-dtype-unsupported = { $dtype } türündeki değerler gösterilmez ({ $key }).
error-checkpoint-dtype-unsupported-advice = Örneğin bir veri kümesi yineleyicisinin durumu gibi değerleri yalnızca TensorFlow kullanabilir. Geri kalan her şey okunabilir.

error-value-too-large = Değer { $size } bayt; sınır { $limit }.
error-value-too-large-advice = Adı, dtype değeri ve şekli gösterilir. Sınır CLI ile yükseltilebilir.

error-object-graph-not-a-string = Nesne grafiğini içermesi gereken kaydın dtype değeri { $dtype } ya da kayıtta birden çok öğe var.
error-object-graph-not-a-string-advice = Değişkenler anahtarlarıyla okunabilir. Denetim noktası düzenlenmiş ya da bozulmuş.

error-object-bad-reference = { $object } numaralı nesne, var olmayan { $reference } numaralı nesneye başvuruyor.
error-object-bad-reference-advice = Nesne grafiği bozuk; bu kenar dışarıda bırakıldı.

error-object-paths-too-long = Nesnelerin yolları { $limit } bayttan fazla tutuyor; geri kalanlar yolsuz gösteriliyor.
error-object-paths-too-long-advice = Nesne grafiği olağandışı derin. Anahtarlar ve değerler okunabilir.

## Checkpoints, form V1

error-v1-no-meta = Tabloda tensörleri listeleyen kayıt yok.
error-v1-no-meta-advice = Dosya bir V1 denetim noktası değil ya da bozuk. Yeniden alın.

error-v1-no-data = { $key } kaydında değer yok.
error-v1-no-data-advice = Dosya bozuk. Diğer değişkenler okunabilir.

error-v1-shapes-differ = İki parça { $key } için farklı şekil ya da dtype veriyor.
error-v1-shapes-differ-advice = Parçalar farklı denetim noktalarına ait. Yalnızca bir denetim noktasının dosyalarını verin.

error-v1-shards-missing = { $expected } parçadan { $found } tanesi var.
error-v1-shards-missing-advice = Diğer dosyaları ekleyin: içlerindeki değişkenler listelenmiyor.

## Values of tensors

error-tensor-bad-shape = { $shape } geçerli bir şekil değil.
error-tensor-bad-shape-advice = Dosya bozuk ya da boyut, model çalışana kadar bilinmiyor.

error-tensor-content-size = Tensörde { $stored } bayt var; dtype ve şekli { $expected } bayt gerektirir.
error-tensor-content-size-advice = Dosya bozuk. Modeli yeniden dışa aktarın.

error-tensor-dtype-without-values = { $dtype } türündeki değerler gösterilmez.
error-tensor-dtype-without-values-advice = Örneğin kaynak tanıtıcıları gibi değerleri yalnızca TensorFlow kullanabilir.

## SavedModel folders

error-saved-model-missing = Klasörde ne saved_model.pb ne de saved_model.pbtxt var.
error-saved-model-missing-advice = Bunlardan birini içeren klasörü bırakın. Yalnızca değişkenleri olan bir klasör denetim noktasıdır: onun dosyalarını bırakın.

error-sstable-key-order = Tablonun “{ $key }” anahtarı sıra dışı ya da iki kez geçiyor.
error-sstable-key-order-advice = TensorFlow sıralı bir tablo bekler ve bu anahtar için yanlış bir değer bulabilir. Dosya bozuk ya da onu TensorFlow yazmamış.

error-slices-overlap = Bu değişkenin { $slice } dilimi başka bir dilimle örtüşüyor.
error-slices-overlap-advice = TensorFlow böyle bir denetim noktasını reddeder: overlapping slices. Farklı kayıtlardan birleştirilmiş ya da bozuk.
