# Bir sürümün arkasındaki bilgiler ve kanalının geçmişi.

facts-of = { $release } hakkındaki bilgiler
facts-met = { $n ->
    [one] { NUMBER($of) } gereksinimden { NUMBER($n) } tanesini karşılıyor: sürümler, nedenler ve kaynaklar aşağıdaki satırlarda.
   *[other] { NUMBER($of) } gereksinimden { NUMBER($n) } tanesini karşılıyor: sürümler, nedenler ve kaynaklar aşağıdaki satırlarda.
}
facts-asked-tflite = { $release } denendi: paketinin yorumlayıcısına her işleç ve sürüm soruldu.
facts-asked-graph = { $release } denendi: paket grafları içe aktardı ve op listesi okundu.
facts-not-asked = { $release } denenmedi: bilgileri { $branch } dalınınkilerdir.
facts-none = { $release } hakkında bilgi yok: kimse denemedi.
facts-history = { $channel } geçmişi, dallara göre
branch-unknown = Bilgi yok.
branch-first-tflite = { NUMBER($ops) } işleç, { NUMBER($versions) } sürüm: bilgisi olan ilk dal.
branch-first-graph = { NUMBER($ops) } op: bilgisi olan ilk dal.
branch-same = Op'lar { $branch } ile aynı.
branch-ops = { $n ->
    [one] { NUMBER($n) } yeni op:
   *[other] { NUMBER($n) } yeni op:
}
branch-versions = { $n ->
    [one] { NUMBER($n) } yeni op sürümü:
   *[other] { NUMBER($n) } yeni op sürümü:
}
branch-gone = { $n ->
    [one] { NUMBER($n) } op artık yok:
   *[other] { NUMBER($n) } op artık yok:
}
