## Satır içi kip: botun adından sonra yazılanlar
# Başlık ve açıklamayı yalnızca yazan kişi görür; “inline-posted” seçilince sohbete yazılan metindir.
inline-your-turn = Sıra sizde
inline-turn = Sıra: { $name }
inline-no-tiles = Rafınız boş
inline-fit = { $move } · { $score } puan
inline-plays = Seçerseniz oynanır
inline-pass = Pas geçin
inline-exchange = Değiştir: { $tiles }
inline-words = ✓ sözlükte var
inline-not-words = ✗ sözlükte yok: { $words }
inline-more = { $count } yer daha var
inline-narrow = Satır, sütun ya da hücre de yazın
inline-neutral = Seçerseniz hamle yapılmaz, harfleriniz görünmez
inline-posted = 🔤 Bu bir hamle değil: raflara ve denemelere yalnızca sahipleri bakabilir.
inline-no-game = Şu anda oynadığınız bir oyun yok
inline-no-game-how = Bir grupta { COMMAND("new") } yazarak masa açın
inline-way-in = Bota özelden yazın
refusal-other-table = Bu hamle başka bir masa için hazırlanmıştı; hiçbir şey oynanmadı. Hamleyi oyunun kendi sohbetinde seçin.
