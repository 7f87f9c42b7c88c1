# The workspace: the table of all files, the command palette, panes, the help.

## All files

files-filter = Dosyaları filtrele
files-count = { NUMBER($n) } dosya
files-together = { $n ->
    [one] Dosyayı yükleyen sürümler
   *[other] { NUMBER($n) } dosyanın tümünü yükleyen sürümler
}
files-all = { $channel }: { $first } – { $last }
files-all-gaps = { $channel }: { $first } – { $last }, boşluklu
files-all-none = { $channel }: yok
files-no-channel = Bu dosyaların tümünü yükleyen bir paket yok: türleri farklı.
col-file = Dosya
col-kind = Tür
col-size = Boyut
col-verdict = Karar

## Report

report-save = Raporu kaydet
report-save-long = Pencereleri, bulguları, gereksinimleri ve çizimi içeren tek bir HTML dosyası: hata bildirimi ya da yazdırma için
report-on = hedef: { $target }
report-windows = Bu dosyayı yükleyen sürümler
report-made = Vintage { $version } ile oluşturuldu

## Command palette

palette = Arama ve komutlar
palette-find = Görünüm, dosya, sürüm, düğüm ya da komut
palette-none = Eşleşme yok
palette-view = görünüm
palette-file = dosya
palette-release = hedef sürüm
palette-node = düğüm
palette-action = komut
palette-theme = Tema: { $theme }
palette-language = Dil: { $language }
embed-copy-element = Bu görünümü gömen öğeyi kopyala
embed-copy = Bu görünümü gömen çerçeveyi kopyala

## Panes

pane-width = Bölme genişliği: sürükleyin, tıklayın ya da ok tuşlarını kullanın

## Help

help-title = Vintage
help-what = Bir dosyanın gereksinimleri vardır: işlemler, versiyonlar, türler. Penceresi, bunların tümünü karşılayan sürümlerdir. Vintage pencereyi, onu sınırlayan gereksinimleri ve diğer sürümlerin yazdırdığı hataları gösterir.
help-private = Dosyaları bu sayfa, bu tarayıcıda okur. Hiçbir şey sunucuya gönderilmez.
help-kept = Bu sekmedeki dosyaların en çok { $size } kadarının bir kopyası, sayfa yenilenirse diye bu tarayıcıda kalır; bir gün sonra silinir.
kept-clear = Kopyaları sil
kept-cleared = Silindi.
help-docs = Her bulgunun anlamı ve kararların doğruluğu
help-keys = Klavye
key-help = bu yardım
key-open = dosya açar
key-target = hedef sürümü seçer
key-find = görünen tabloyu filtreler
key-palette = görünüm, dosya, sürüm, düğüm ve komut arar
key-views = sekme sırasıyla bir görünüme gider
key-arrows = zaman çizgisinde: sürümden sürüme geçer
key-enter = zaman çizgisinde: bu sürümü hedef yapar
key-edges = çizimde: seçili düğümün bir girdisine, onu okuyan bir düğüme gider
key-visited = çizimde: önceki ya da sonraki gezilen düğüme gider; ilkinden önce ve sonuncudan sonra tuşlar tarayıcınındır
key-describe = çizimde: seçili düğümü açıklar
key-undo = çizimde: görünümdeki bir değişikliği geri alır; Shift ile yineler
keys-single = Tek karakterlik kısayollar: ?, /, O, T, rakamlar; çizimde D, P, +, −, 0

## Recent files

recent = Son dosyalar
recent-more = { $name } ve { $n } dosya daha
recent-remove = { $name } son dosyalardan kaldır
recent-about = En çok { $size } tutan kopyalar yalnızca bu tarayıcıda kalır.
recent-clear = Tümünü kaldır
error-recent-gone = Bu tarayıcı { $name } kopyasını silmiş.
error-recent-gone-advice = Dosyayı yeniden açın.
palette-recent = Son dosya
