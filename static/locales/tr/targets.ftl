# Several releases that a file must run on: their verdicts, the verdict over all of them, and that of each requirement.

targets = Hedef sürümler
targets-channel = { $n }. hedefin paketi
targets-release = { $n }. hedefin sürümü
targets-loads = { $of } hedef sürümün tümünde yüklenir
targets-warns = { $of } hedef sürümün tümünde yüklenir, { $n } tanesinde uyarıyla
targets-refused = { $of } hedef sürümün { $n } tanesinde reddedilir
targets-unknown = { $of } hedef sürümün { $n } tanesinde bilinmiyor
targets-because = { $verdict }, nedeni: { $requirement }
targets-said = { $name }: { $verdicts }.
targets-no-window = Dosyanın { $channel } için penceresi yok
targets-met = Tüm hedef sürümlerde karşılanır
targets-need-refused = Karşılanmadığı sürümler: { $targets }
targets-need-unknown = Bilinmeyen sürümler: { $targets }
targets-need-warns = Uyarı veren sürümler: { $targets }
targets-files = { NUMBER($all) } dosyadan { NUMBER($n) } tanesi { $of } hedef sürümün tümünde yüklenir
