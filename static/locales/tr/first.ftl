# The first screen: a page of its own shows it before its code is there.

tagline = bu dosyayı hangi sürümler yükler
welcome-title = Dosyanızı hangi TensorFlow sürümleri yükler?
welcome-lead = Bir model ya da denetim noktası bırakın: hangi sürümlerin yüklediğini, sınırları hangi gereksinimlerin koyduğunu ve diğer sürümlerin yazdırdığı hataları görün.
welcome-drop = Buraya dosya ya da klasör bırakın
welcome-kinds = .tflite, SavedModel klasörleri, dondurulmuş grafikler, denetim noktaları ya da bunların zip veya tar arşivi. Yapıştırmak da olur.
open-files = Dosya aç…
open-folder = Klasör aç…
private = Hiçbir veri bu tarayıcıdan çıkmaz.
progress-reading = Okunuyor…
