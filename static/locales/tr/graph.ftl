# The drawn graph: canvas, details, list.

drawing-role = çizilmiş grafik
drawing-wait = Grafik çiziliyor
drawing-label = Grafik: { NUMBER($nodes) } düğüm, { NUMBER($edges) } kenar çizildi
drawing-label-named = { $name } grafiği: { NUMBER($nodes) } düğüm, { NUMBER($edges) } kenar çizildi
drawing-counts = { NUMBER($nodes) } düğüm, { NUMBER($edges) } kenar
export = Dışa aktar
export-svg = Tüm çizim, SVG
export-svg-view = Görünen kısım, SVG
export-png = Tüm çizim, PNG, { $times }×
export-dot = DOT (Graphviz)
export-mermaid = Mermaid
full-screen = Tam ekran
drawing-keys = Taşımak için sürükleyin ya da kaydırın, yakınlaştırmak için Ctrl ile kaydırın. Ok tuşları kenarlar boyunca ilerler, Shift ile çizimi taşır; + − 0 yakınlaştırır; Enter bir grubu açar ve adlı kenarları çizer; P yolun tümünü işaretler.
drawing-keys-more = Alt ile ↓ ↑ kenarları izler, ← → gezilen düğümler arasında ilerler; D seçili düğümü açıklar; Ctrl Z görünümdeki bir değişikliği geri alır.
drawing-which = Grafik
drawing-find = Düğüm ara: sözcükler ya da op:CONV_2D v>2
drawing-found = Bulunan düğümler
drawing-none = Eşleşen düğüm yok
found-wait = Aranıyor
found-count = { NUMBER($n) } eşleşme
found-at = { NUMBER($at) } / { NUMBER($n) }
found-before = Önceki eşleşme
found-next = Sonraki eşleşme
drawing-more = ve { NUMBER($n) } tane daha
drawing-constants = Sabitleri göster
drawing-shows = Göster
drawing-trace = Yol
drawing-trace-long = Seçili düğümün okuduğu ve onu okuyan her şeyi işaretle (P)
drawing-closer = Yakınlaştır
drawing-farther = Uzaklaştır
drawing-fit = Sığdır
drawing-close-all = Grupları kapat
stub-readers = { NUMBER($n) } okuyan
stub-about = Kenarları çizgi olarak değil, ad olarak çizilir. { NUMBER($n) } kenar
stub-said-begin = { $name } düğümünden { NUMBER($n) } okuyana giden adlı kenarlar
stub-said-end = { $name } düğümünden gelen adlı kenar; böyle { NUMBER($n) } okuyan var
stub-unfold = Kenarları çizgi olarak çiz
stub-fold = Kenarları ad olarak çiz
stub-source = Kaynağa git
attribute-since = { $since } ile geldi
attribute-default = Varsayılan değer
drawing-wrap = Uzun zincirleri böl
drawing-wrap-long = Uzun bir zinciri yan yana sütunlara yerleştir: sütunun bittiği yerde kenarlar çizgi değil addır
stub-all = Tüm kenarlar
stub-all-long = Her kenarı çizgi olarak çiz: okuyanı çok olan düğümlerin ve çok katman aşan kenarlar da
flow-right = Soldan sağa
undo-view = Görünümdeki son değişikliği geri al (Ctrl Z)
redo-view = Görünümdeki değişikliği yinele (Ctrl Shift Z)
drawing-empty = Bu grafikte düğüm yok.
drawing-details = Seçili düğüm
drawing-close = Kapat
drawing-open-group = Grubu aç
drawing-close-group = Grubu kapat
drawing-holds = { NUMBER($n) } düğümlük grup
drawing-count = { NUMBER($n) } düğüm
drawing-index = { $role }, indis { $index }
drawing-attributes = Öznitelikler
drawing-missing = Dosyada yok: { $names }.
drawing-inputs = { NUMBER($n) } giren kenar
drawing-outputs = { NUMBER($n) } çıkan kenar
drawing-edge-control = denetim
drawing-edge-slot = slot
drawing-role-op = Operatör
drawing-role-input = Girdi
drawing-role-output = Çıktı
drawing-role-constant = Sabit
drawing-role-call = Başka bir grafiğin çağrısı
drawing-role-group = Grup
drawing-said = { $title }, { $name }. { $inputs } giren, { $outputs } çıkan
drawing-said-open = Açık grup { $name }, { NUMBER($n) } düğüm
drawing-said-closed = Kapalı grup { $name }, { NUMBER($n) } düğüm
node-requirements = Gereksinimler, hedef { $target }
node-met-by = Karşılayanlar:

## Tensors of the selected node

tensors = { NUMBER($n) } tensör
tensor-input = girdi { $slot }
tensor-constant = sabit { $slot }
tensor-output = çıktı { $slot }
tensor-intermediate = ara değer { $slot }
tensor-variable = Değerini çalıştırmalar arasında korur.
tensor-place = Konum
tensor-real = Gerçek değer
tensor-writers = Yazan
tensor-readers = Okuyanlar
tensor-graph-input = grafiğin girdisi
tensor-graph-output = grafiğin çıktısı
tensor-values = Değerler
tensor-show-values = Değerleri göster ({ $size })
slice-which = Öğeler
slice-images = Filtreler görüntü olarak
slice-table = Son iki eksen
slice-by-index = İndise göre değerler
slice-axes = Satırlar: eksen { $rows }. Sütunlar: eksen { $columns }.
slice-axes-images = Satırlar: eksen { $rows }. Sütunlar: eksen { $columns }. Eksen { $images } üzerindeki her indis için bir görüntü.
slice-index = Eksen { $axis } üzerindeki indis (en çok { $last })
slice-from = Eksen { $axis }, bitiş { $end } (en çok { $last }), başlangıç
slice-image = Görüntü
slice-row = Satır
slice-both = Her hücrede saklanan değer, altında gerçek değer.
heat-map-said = { $images ->
    [one] { $height } × { $width } değerin ısı haritası, { $low } – { $high }.
   *[other] { $height } × { $width } değerlik { $images } görüntünün ısı haritaları, { $low } – { $high }.
}
scales = Eksen { $axis } üzerindeki ölçekler
scales-said = { $n } kanalın ölçekleri, { $low } – { $high }.
zero-points-said = { $n } kanalın sıfır noktaları, { $low } – { $high }.
scale = Ölçek
scale-channel = Kanal
zero-point = Sıfır noktası

## Without seeing the drawing

describe = Açıkla
describe-nothing = Seçili düğüm yok.
described-verdict = Karar: { $verdict }.
described-cause = Nedeni: { $requirement }.
described-inputs = Girdiler: { $nodes }.
described-outputs = Çıktılar: { $nodes }.
edges-no-readers = Bu düğümü okuyan düğüm yok.
edges-no-inputs = Bu düğümün girdisi yok.
edges-readers = Bu düğümü okuyan düğümler: { NUMBER($n) }
edges-inputs = Bu düğümün girdileri: { NUMBER($n) }
visited-first = Gezilen ilk düğüm. Aynı tuşa bir daha basılırsa tarayıcı geri gider.
visited-last = Gezilen son düğüm. Aynı tuşa bir daha basılırsa tarayıcı ileri gider.

## Outline

outline = Anahat
outline-pane = Çizimin anahattı
outline-node = Düğüm
outline-in = Giren
outline-out = Çıkan
outline-repeats = × { NUMBER($times) }, { NUMBER($n) } düğüm

## Groups

groups = Gruplar
groups-blocks = Gruplar: yinelenen bloklar
groups-names = Gruplar: ad kapsamları
groups-both = Gruplar: bloklar ve kapsamlar
groups-none = Grup yok

## Colors

color-by = Renklerin anlamı
color-plain = Renk yok
color-outcome = Renk: hedef sürümdeki karar
color-version = Renk: işlem versiyonu
color-dtype = Renk: çıktı türü
color-quantization = Renk: niceleme
color-engine = Renk: { $engine }
color-times = Renk: son çalıştırmanın süreleri
color-legend = Renkler ve düğüm sayıları: diğerlerini soldurmak için bazılarını seçin
color-others = diğerleri
takes-yes = alır
takes-may = alabilir
takes-no = almaz
takes-unknown = bilinmiyor
quantization-float = float
quantization-per-tensor = tensör başına nicelenmiş
quantization-per-channel = kanal başına nicelenmiş
quantization-blockwise = bloklar hâlinde nicelenmiş
quantization-weights = yalnızca ağırlıklar nicelenmiş
drawing-heat-legend = çalıştırma başına
drawing-heat-selected = seçili: { $ms } ms

## Queries of the search

query-field = “{ $text }” adında bir alan yok (karakter { $at }). Alanlar: op, name, v, dtype, shape, attr, const, finding, reads, feeds, near, between.
query-value = “{ $text }” için değer yok (karakter { $at }).
query-number = “{ $text }” bir sayı değil (karakter { $at }).
query-comparison = “{ $text }” bu şekilde karşılaştırılamaz (karakter { $at }).
query-pattern = “{ $text }” geçerli bir düzenli ifade değil (karakter { $at }).
query-shape = “{ $text }” bir şekil değil (karakter { $at }): boyutların arasına × ya da x yazın, herhangi biri için *.
query-unclosed = “{ $text }” kapatılmamış (karakter { $at }).
query-incomplete = “{ $text }” yanında bir şey eksik (karakter { $at }).
query-long = Sorgu çok uzun.
query-node = “{ $text }” adında bir düğüm yok (karakter { $at }).
