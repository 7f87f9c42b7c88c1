# Windows as pictures, tables and badges, saved by the page and printed by the terminal.

answers-save = Pencereyi kaydet
answers-picture = Resim (SVG)
answers-table = Tablo (Markdown)
answers-badge = Rozet (SVG)

picture-title-one = { $name } dosyasını yükleyen sürümler
picture-title =
    { $count ->
        [one] { $count } dosyayı yükleyen sürümler
       *[other] { $count } dosyayı yükleyen sürümler
    }
picture-file = { $name } dosyasını yükleyenler: { $windows }
picture-file-none = { $name } dosyasının penceresi yok
picture-file-unreadable = { $name } okunamıyor
picture-together = Bütün dosyaları yükleyenler: { $windows }
picture-all-files = bütün dosyalar
picture-run = { $first } – { $last }
picture-count = { $good } / { $all } sürüm
picture-none = bilinen sürüm yok
picture-unknown = bilinmiyor
picture-no-window = pencere yok
picture-target = { $channel } { $release }: { $outcome }
picture-target-all = { $channel } { $release }, bütün dosyalar: { $outcome }
picture-col-file = Dosya
picture-col-channel = Kanal
picture-col-window = Yükleyenler
picture-col-count = Sürümler

picture-outcome-loads = yüklenir
picture-outcome-warns = uyarıyla yüklenir
picture-outcome-refused = reddedilir
picture-outcome-unknown = bilinmiyor
picture-outcome-unreadable = okunamıyor

picture-kind-tflite = TensorFlow Lite modeli
picture-kind-saved_model = SavedModel
picture-kind-graph_def = GraphDef
picture-kind-meta_graph = MetaGraphDef
picture-kind-checkpoint = denetim noktası
picture-kind-checkpoint_state = denetim noktası durum dosyası
picture-kind-keras = Keras dosyası
picture-kind-unknown = tanınmadı

badge-loads = yükleyen sürümler
badge-loads-in = { $channel } { $release } yükler mi
badge-warns = uyarıyla
badge-unknown = bilinmiyor
badge-yes = evet
badge-no = hayır
badge-only = { $first }
badge-from = { $first } ve sonrası
badge-between = { $first } – { $last }
badge-with-gaps = { $window }, boşluklu
badge-title = { $name } dosyasını yükleyen { $channel } sürümleri: { $window }
badge-title-target = { $name }, { $channel } { $release }: { $outcome }
