# Changes to ops, for op maintainers: the page's Evolution view and `vintage evolve`.

evolution = Evrim
evolution-lead = Bir işlemin bakımını yapıyor ve onu değiştirmek istiyorsunuz. Neyin ne zaman değişeceğini seçin; hangi grafiklerin nerede hâlâ yüklendiğini, reddeden sürümlerin ne yazdırdığını ve planın sürüm uyumluluğu kılavuzunun hangi kurallarını ihlal ettiğini görün.
evolution-back = Dosyalara dön
evolution-recipe = Değişiklik
evolution-when = Zaman
evolution-train = Sürümler
evolution-result = Grafiğe ve sürüme göre sonuçlar
evolution-rules = Kurallar

evolution-recipe-add-attr = Öznitelik ekle
evolution-recipe-add-op = İşlem ekle
evolution-recipe-add-op-and-switch = İşlem ekle ve Python fonksiyonlarını ona geçir
evolution-recipe-remove = İşlemi kaldır ya da kısıtla
evolution-recipe-change = İşlemin yaptığını değiştir
evolution-recipe-ban = Sürümü yasakla

evolution-recipe-add-attr-long = MyOp, my_attr özniteliğini alır. Onsuz grafikler eskisi gibi davranmalıdır.
evolution-recipe-add-op-long = MyOpV2 kaydedilir, ama hiçbir Python fonksiyonu onu yazmaz. Onu içeren grafikler elle oluşturulur.
evolution-recipe-add-op-and-switch-long = MyOpV2 kaydedilir; sonra MyOp yazan Python fonksiyonları onun yerine bunu yazar.
evolution-recipe-remove-long = MyOp ya da bir kısmı kaldırılır: önce hiçbir program onu yazmaz, sonra yeni grafikler onu içeremez, ardından bir ana sürüm onu kaldırır.
evolution-recipe-change-long = MyOp başka bir anlam alır. Eski anlam kalkana kadar yerini MyOpV2 tutar, sonra ad geri gelir.
evolution-recipe-ban-long = Bir sürüm öyle hatalıdır ki hiçbir yeni grafik onda yüklenmemelidir.

evolution-step-register = Yeni işlem ya da öznitelik kaydedilir
evolution-step-switch = Python fonksiyonları onu yazmaya başlar
evolution-step-stop-writing = TensorFlow dışındaki kod artık onu yazmaz
evolution-step-deprecate = Yeni grafikler onu içeremez (kullanım dışı)
evolution-step-remove = Kaldırılır; min_producer yükselir
evolution-step-reuse = MyOp yeni anlamla geri gelir; min_consumer yükselir
evolution-step-switch-back = Python fonksiyonları yeniden MyOp yazar
evolution-step-remove-second = MyOpV2 kaldırılır
evolution-step-ban = Yeni grafikler hatalı sürümü bad_consumers içinde belirtir

evolution-not-done = yapılmıyor
evolution-bumps = GraphDef numarası yükselir
evolution-usual = Her kurala uyan ilk sürümleri al
evolution-release = sürüm
evolution-date = tarih
evolution-number = GraphDef numarası
evolution-min-producer = min_producer
evolution-min-consumer = min_consumer
evolution-bad-consumers = bad_consumers
evolution-steps = adımlar
evolution-bad = hatalı
evolution-bad-long = { $release } hatalı sürüm
evolution-date-of = { $release } sürümünün yayımlandığı gün
evolution-leave-out = Çıkar
evolution-leave-out-long = { $release } sürümünü çıkar
evolution-add-release = Sürüm ekle
evolution-add = Ekle
evolution-version = Sürüm no
evolution-train-note = Planlanan bir sürümün numarası, gerektiren her adım için bir artar. Planlanan sürümlerin, bilinen en yeni sürüm gibi davrandığı varsayılır.

evolution-default = Eksik öznitelik şöyle sayılır
evolution-default-same = MyOp’un eskisi gibi davrandığı bir değer
evolution-default-other = MyOp’un farklı davrandığı bir değer
evolution-default-none = hata: varsayılan yok
evolution-keeps-defaults = Grafikler strip_default_attrs olmadan kaydedilir
evolution-raises-min-consumer = Geçişle birlikte min_consumer yükseltilsin

evolution-graphs-concerned = Değişikliği içeren grafikler
evolution-graphs-other = Değişikliği içermeyen grafikler
evolution-written-by = yazan
evolution-loaded-by = yükleyen
evolution-all-load = Her yerde yüklenirler.

evolution-outcome-loads = yüklenir
evolution-outcome-ignores = öznitelik yok sayılır
evolution-outcome-differs = farklı
evolution-outcome-unsafe = güvensiz
evolution-outcome-refused = reddedilir
evolution-cell = { $producer } grafiği, { $consumer } ile: { $outcome }
evolution-cell-loads = Yüklenir ve eskisi gibi davranır.
evolution-cell-ignores = Uyarıyla yüklenir; { $consumer } tarafından bilinmeyen öznitelik varsayılan değerindedir ve yok sayılır.
evolution-cell-differs = Yüklenir ve sessizce başka bir şey yapar.
evolution-cell-unsafe = { $consumer } hatalı sürümdür ve bu grafik orada hâlâ yüklenir.
evolution-cell-refused = Reddedilir. { $consumer } şunu yazdırır:
evolution-choose-cell = Nedenini görmek için bir hücre seçin.

evolution-severity-error = ihlal
evolution-severity-warning = uyarı
evolution-severity-note = not
evolution-all-kept = Plan, sürüm uyumluluğu kılavuzunun her kuralına uyuyor.

evolution-rule-in-the-past = { $release } zaten yayımlandı ve artık değişemez.
evolution-rule-in-the-past-advice = Planlanan bir sürüm seçin ya da planlayın.
evolution-rule-without = Planda olmayan bir adımı gerektirir: { $before }.
evolution-rule-without-advice = O adımı daha eski bir sürümde yapın.
evolution-rule-before-its-time = { $release } sürümünde, gerektirdiği bir adımdan önce geliyor: { $before }.
evolution-rule-before-its-time-advice = İkisinin yerini değiştirin.
evolution-rule-in-a-patch = { $release } bir yama sürümüdür ve bunlar yalnızca hata düzeltmesi getirir: kabul edilen GraphDef numaraları bir ara sürüm içinde aynı kalır.
evolution-rule-in-a-patch-advice = Sonraki ara sürümü bekleyin.
evolution-rule-not-major = { $release } bir ana sürümün ilki değil; grafik desteği ancak orada sona erebilir.
evolution-rule-not-major-advice = Sonraki ana sürümü bekleyin.
evolution-rule-six-months = min_producer, kullanım dışı bırakmanın numarasına en erken { $earliest } tarihinde ulaşabilir: kullanım dışı bırakmadan altı ay sonra.
evolution-rule-six-months-advice = Daha erken kullanım dışı bırakın ya da daha sonraki bir ana sürümde kaldırın.
evolution-rule-next-major = { $written } grafikleri, kullanım dışı bırakılmadan önce yazıldı. Kılavuz, bir ana sürümün kullanım dışı hiçbir şey içermeyen SavedModel’inin, { $release } dahil, bir sonrakinde yüklenmesini taahhüt eder.
evolution-rule-next-major-advice = { $major }.0 ile kaldırın ya da böyle SavedModel’lerin burada bittiğini kabul edin.
evolution-rule-no-head-start = { $earliest } tarihine kadar onu içermeyen derlemeler kullanımda olabilir: ileriye uyumluluk penceresi üç haftadır.
evolution-rule-no-head-start-advice = Yeni davranışı tf.compat.forward_compatible ile koruyun ya da daha sonraki bir sürümde geçin.
evolution-rule-default-differs = Bu varsayılanla, özniteliği içermeyen eski grafikler yeni sürümlerde sessizce başka bir şey yapar.
evolution-rule-default-differs-advice = Özniteliğe, işlemin eskisi gibi davrandığı bir varsayılan verin.
evolution-rule-no-default = Varsayılan olmadan her eski grafik, özniteliği içermediği için reddedilir.
evolution-rule-no-default-advice = Özniteliğe bir varsayılan verin.
evolution-rule-not-stripped = Grafikler özniteliği varsayılan değerindeyken de içerir. TensorFlow 1.8 – 2.4 onları reddeder; 2.5 ve sonrası uyarı verip özniteliği yok sayar.
evolution-rule-not-stripped-advice = strip_default_attrs ile kaydedin. TensorFlow 2 bunu her zaman yapar.
evolution-rule-min-consumer-raised = min_consumer yükselince, işlemi içermeyen grafikler de eski sürümlerde reddedilir.
evolution-rule-min-consumer-raised-advice = min_consumer değerini değiştirmeyin: orada yalnızca işlemi içeren grafikler yüklenmez olmalıdır.
evolution-rule-nothing-bad = Hatalı bir sürüm belirtilmedi.
evolution-rule-nothing-bad-advice = Sürüm listesinde bir sürümü hatalı olarak işaretleyin.
evolution-rule-bans-others = { $other } ile { $release } aynı GraphDef numarasını taşıyor, { $number }: yasak onu da kapsar.
evolution-rule-bans-others-advice = bad_consumers yalnızca numara içerir. İki sürüm arasında numara yükselmelidir.
evolution-rule-bans-itself = { $release } hatalı ve kendisini reddeden grafikler yazıyor: kaydettiği grafikleri yükleyemez.
evolution-rule-bans-itself-advice = Yasağı daha sonraki bir sürümde başlatın.
evolution-rule-differs =
    { $count ->
        [one] { $producer } grafiği { $consumer } ile yüklenir ve sessizce başka bir şey yapar.
       *[other] { $producer } grafiği { $consumer } ile yüklenir ve sessizce başka bir şey yapar. Bu, { $count } sürüm çiftini etkiler.
    }
evolution-rule-differs-forward =
    { $count ->
        [one] { $producer } grafiği { $consumer } ile başka bir sonuçla yüklenir: 2.5 ve sonrası, bilmediği bir özniteliği değeri ne olursa olsun yok sayar.
       *[other] { $producer } grafiği { $consumer } ile başka bir sonuçla yüklenir: 2.5 ve sonrası, bilmediği bir özniteliği değeri ne olursa olsun yok sayar. Bu, { $count } sürüm çiftini etkiler.
    }
evolution-rule-differs-forward-advice = Değer önemliyse öznitelik yerine bir işlem ekleyin: bilinmeyen bir işlem reddedilir.
evolution-rule-backward =
    { $count ->
        [one] { $producer } grafiğini, aynı ana sürümün daha sonraki sürümü { $consumer } reddeder: kılavuz yüklenmesini taahhüt eder.
       *[other] { $producer } grafiğini, aynı ana sürümün daha sonraki sürümü { $consumer } reddeder: kılavuz yüklenmesini taahhüt eder. Bu, { $count } sürüm çiftini etkiler.
    }
evolution-rule-forward = Onu içeren yeni grafikleri eski sürümler reddeder; örneğin { $producer } grafiğini { $consumer }. Kılavuz ileriye uyumluluğu yalnızca yama sürümleri içinde taahhüt eder.
evolution-rule-unsafe = Yasaktan önce yazılmış grafikler { $consumer } ile hâlâ yüklenir.
evolution-rule-unsafe-advice = O sürümü çalıştığı yerde değiştirin; yasak yalnızca yeni grafikler için geçerlidir.
evolution-rule-ignored = Eski sürümler özniteliği uyarı verip yok sayar; örneğin { $producer } grafiğiyle { $consumer }.

error-evolution-no-recipe = “{ $text }” adında bir tarif yok.
error-evolution-no-recipe-advice = Tarifler: add-attr, add-op, add-op-and-switch, remove, change ve ban.
error-evolution-no-release = Planda { $text } sürümü yok.
error-evolution-no-release-advice = Tarihiyle ekleyin ya da listedekilerden birini belirtin.
error-evolution-no-step = Bu tarifte “{ $text }” adımı yok.
error-evolution-no-step-advice = Adımları listelemek için adım vermeden çalıştırın.
error-evolution-no-default = Eksik bir öznitelik “{ $text }” sayılamaz.
error-evolution-no-default-advice = same, other ya da none sayılır.
error-evolution-no-version = “{ $text }” bir sürüm numarası değil.
error-evolution-no-version-advice = Üç sayı yazın; örneğin 2.23.0.
error-evolution-no-date = “{ $text }” bir tarih değil.
error-evolution-no-date-advice = Yıl, ay ve gün yazın; örneğin 2027-03-01.
error-evolution-release-refused = { $text } planlanamaz.
error-evolution-release-refused-advice = Zaten yayımlanmış, yayımlanmış bir sürümden önce geliyor ya da planda zaten { $limit } sürüm var.
error-evolution-dates = { $text }, { $date } tarihinde gelen { $before } sürümünden önce yayımlanırdı.
error-evolution-dates-advice = Daha geç bir gün verin.
