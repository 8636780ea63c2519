## Oyunun değiştirdikleri
effects-ratings = 📈 { $changes }
effects-rating = { $name }: { $change }
effects-change = { $before } → { $after }
effects-titles = 🎉 { $name }: { $titles }
title-first-win = ilk galibiyet
title-first-bingo = ilk bingo
title-hundred-points = ilk kez 100 puanlık hamle
title-five-in-a-row = üst üste beşinci galibiyet
title-ten-in-a-row = üst üste onuncu galibiyet

## Geçmiş
history-head = 🗂 <b>Biten oyunlar</b>
history-head-private = 🗂 <b>Biten oyunlarınız</b>
history-newer = ‹ Daha yeniler
history-older = Daha eskiler ›
history-date = { $day }.{ $month }.{ $year }
history-game = <b>{ $game }</b> · { $date }
history-best-word = en iyi kelimesi { $word }, { $points } puan
history-left-out = Bu oyun istatistiklerde sayılmıyor.
history-gone = Bu oyunun hamleleri artık saklanmıyor, geriye yalnızca sonucu kaldı.
history-other-version = Bu oyun botun eski bir sürümüyle oynandı ve hamleleri artık izlenemiyor.
history-sent = Özel sohbetimize gönderdim.
history-needs-private = Özel sohbetimizi açmadıkça size yazamıyorum. Adıma dokunup “Başlat” deyin, sonra yeniden deneyin.
history-step = 🎲 <b>{ $step }/{ $steps }</b>
history-others = … ve { $count } kişi daha
history-more-names = { $names } ve { $count } kişi daha
history-rack = { $name } adlı oyuncunun rafı: { $tiles }
button-replay = ▶️ Oyunu izle
button-gcg = 📄 GCG
button-history-game = ‹ Oyunun sonu
replay-first = ⏮
replay-back = ◀
replay-on = ▶
replay-last = ⏭
gcg-caption = 📄 { $names }
help-history = { COMMAND("history") } biten oyunları gösterir, { COMMAND("gcg") } dosyasını gönderir
refusal-no-history = Burada henüz biten bir oyun yok.
refusal-no-history-private = Henüz biten bir oyununuz yok.
refusal-which-finished-game = Hangi biten oyunu istediğinizi anlayamadım: onu { COMMAND("history") } listesinden seçin.
refusal-no-gcg = Bu oyun GCG olarak yazılamıyor.
refusal-gcg-running = Dosya oyun bitince verilir: şimdi verilse rafları açığa vururdu.
refusal-history-gone = { history-gone }
refusal-history-other-version = { history-other-version }

## Paylaşmak
button-share = ↗️ Paylaş
button-watch = ▶️ İzle
button-play-too = 🎲 Siz de oynayın
button-better-move = 🧩 Daha iyi hamleyi bul
shared-game = 🏁 <b>{ $game }</b>
settings-name-sharing = ↗️ Paylaşımda grubun adı
settings-about-sharing = Biten bir oyunun resmi “{ button-share }” düğmesiyle başka bir sohbette gösterilebilir. Altında grubun adı da yazsın mı?
value-sharing-named = Yazsın
value-sharing-unnamed = Yazmasın
