# The documentation: the frame of each page, and the pages that are generated. Values that are code arrive marked.

docs-title = Belgeler
docs-all = Tüm sayfalar
docs-languages = Bu sayfa başka dillerde
docs-search = Belgelerde ara
docs-search-none = Sonuç yok
docs-search-found = Sonuç sayısı:
docs-reference = Başvuru (İngilizce)
docs-formats = Biçimler (İngilizce)
docs-use = Komut satırı, CI, gömme, yayımlama (İngilizce)
docs-contribute = Katkıda bulunanlar için (İngilizce)
docs-findings = Bulgular
docs-findings-tflite = TensorFlow Lite modelleri: bulgular
docs-findings-graphs = Grafikler: bulgular
docs-findings-saved-models = SavedModel klasörleri: bulgular
docs-findings-checkpoints = Denetim noktaları: bulgular
docs-findings-keras = Keras dosyaları: bulgular
docs-findings-lead = Her bölüm, rapordaki bir kimliktir. { $value } dosyadan dosyaya değişen bir parçadır. { $words } ve { $facts } kaynaklarından { $command } komutu ile üretildi.
docs-requirement = Gereksinim
docs-finding = Bulgu
docs-advice = Öneri
docs-where = Nerede
docs-printed = Yazdırılan iletiler
docs-by = { $value } değerine göre:
docs-all-channels = tüm kanallar
docs-row = { $channel }, { $releases }: { $outcome } ({ $source })
docs-row-action = { $channel }, { $releases }, eylem: { $action }: { $outcome } ({ $source })
docs-printed-row = { $channel }, { $releases }:

## Concepts

concepts-title = Kavramlar
concepts-lead = Sayfadaki terimler. Bir dosya bir gereksinimler kümesidir, bir sürüm bir yetenekler kümesidir; pencere, tüm gereksinimleri karşılayan sürümlerin tamamıdır. { $words } kaynağından { $command } komutu ile üretildi.
concepts-answer = Cevap
concepts-tflite = TensorFlow Lite modelleri
concepts-graphs = Grafikler
concepts-checkpoints = Denetim noktaları ve SavedModel klasörleri
