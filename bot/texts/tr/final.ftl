## Oyunun sonu: resimde ve altında
ended-margin = Fark: <b>{ $margin }</b> puan
best-word = En iyi kelime: <b>{ $word }</b>, { $score } puan ({ $name })
best-play = En iyi hamle: { $cell } { $way } <b>{ $word }</b>, { $score } puan ({ $name })
best-turn = En iyi hamle: <b>{ $words }</b>, { $score } puan ({ $name })
final-won = kazandı
final-won-by = { $margin } puan farkla kazandı
final-draw = Oyun berabere bitti
final-cancelled = Oyun iptal edildi
final-best-word = En iyi kelime
final-best-play = En iyi hamle

## Kanıt: kuranın dürüst olduğu, oyun bitince
button-proof = 🔏 Kanıt
proof =
    🔏 <b>Kura kanıtı:</b> { $game }
    Mühür (SHA-256): <code>{ $seal }</code>
    Sır: <code>{ $secret }</code>
    Oturma sırası: { $seats }
    Başlatan mesaj: { $message }
    Tohum: <code>{ $seed }</code>
proof-hashes = Mühür yalnızca sırrın özetidir; masa açıldığı andan beri “{ button-seal }” düğmesindedir. Tohum; sırrın, oturma sırasının ve o mesajın birlikte özetidir, bütün çekilişler ondan çıkar.
proof-check = Mühür, oyunun başladığı mesajdakiyle aynı olmalı. Gerisini şu komut sınar: <code>harfiyen verify { $file }</code>
proof-no-gcg = Bu oyun tahtada oynanmadığı için GCG dosyası yok.
proof-no-files = Bu sohbette dosya gönderemiyorum; oynayanlar dosyaları özel sohbetimizde { COMMAND("proof") } yazarak alabilir.
proof-above = Kanıtı az önce gönderdim; bu sohbette, biraz aşağıda.
proof-which = Hangi oyunun kanıtını istersiniz?
help-proof = { COMMAND("proof") } biten oyunun kura kanıtını gönderir: sır, tüm hamlelerin kaydı, GCG dosyası
refusal-proof-running = Kanıt oyun bitince verilir: şimdi verilse gizli kalması gereken her şey ortaya çıkardı.
refusal-proof-not-begun = Bu masada oyun henüz başlamadı; kanıtını oyun bitince alırsınız. Önceki oyununki, bu masa açılınca silindi.
refusal-proof-gone = Kanıtı verilebilecek, bitmiş bir oyun yok. Biten oyunlar 30 gün ya da sohbette yeni bir masa açılana kadar saklanır.
