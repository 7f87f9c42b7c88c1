# NumPy arrays.

error-npy-bad-magic = Bu bir .npy dosyası değil: 93 4E 55 4D 50 59 baytlarıyla başlamıyor.
error-npy-bad-magic-advice = Diziyi numpy.save ile kaydedin.
error-npy-version = Bu .npy dosyasının biçim versiyonu { $version }; 1 – 3 arası okunur.
error-npy-version-advice = Diziyi güncel bir NumPy ile yeniden kaydedin.
error-npy-bad-header = Bu .npy dosyasının başlığı bozuk: { $part }.
error-npy-bad-header-advice = Diziyi numpy.save ile yeniden kaydedin.
error-npy-unsupported-type = { $descr } türündeki öğeler desteklenmiyor.
error-npy-unsupported-type-advice = Diziyi sayısal bir türe dönüştürüp, örneğin array.astype("float32") ile, yeniden kaydedin.
error-npy-too-large = { $shape } şeklindeki bir dizi { $limit } baytlık sınırı aşıyor.
error-npy-too-large-advice = Daha küçük bir dizi kaydedin.

error-npz-empty = Bu .npz dosyasında dizi yok.
error-npz-empty-advice = Dizileri numpy.savez ile kaydedin.
error-npz-no-such-array = Bu .npz dosyasında birden çok dizi var ve hiçbirinin adı { $name } değil. Bulunanlar: { $known }.
error-npz-no-such-array-advice = Onu girdinin adıyla ya da tek başına kaydedin: numpy.savez adları anahtar sözcük olarak alır.
