# Bir oyuncunun istatistikleri ve grubun sıralaması: resimde ve altındaki yazıda.

## Dönemler ve oyunlar
stats-span-week = Bu hafta
stats-span-month = Bu ay
stats-span-season = Bu sezon
stats-span-ever = Tüm zamanlar
button-span-week = Hafta
button-span-month = Ay
button-span-season = Sezon
button-span-ever = Hepsi
stats-all-games = Bütün oyunlar
stats-family-crossword = Tahta oyunları
stats-family-klepka = Klepka
stats-family-duplicate-tr = Düplikat, Türkçe
stats-family-duplicate-en = Düplikat, İngilizce
stats-family-duplicate-uk = Düplikat, Ukraynaca
stats-tenths = { $whole },{ $tenth }
stats-day = { $day }.{ $month }.{ $year }

## Bir oyuncunun istatistikleri
stats-subtitle = <i>{ $what }</i>
stats-line = { $what }: <b>{ $value }</b>
stats-with-computers = Bilgisayarla
stats-all-groups = Bütün gruplar
stats-nothing = Burada biten oyun yok.
stats-rating = Güç puanı
stats-rating-in = Güç puanı · { $group }
stats-games = Oyun
stats-wins = Galibiyet
stats-draws = Beraberlik
stats-points = Puan
stats-average-game = Oyun başına
stats-average-play = Hamle başına
stats-best-game = En iyi oyun
stats-best-play = En iyi hamle
stats-best-round = En iyi tur
stats-best-word = En iyi kelime
stats-longest-word = En uzun kelime
stats-bingos = Bingo
stats-share = En iyilerin yüzdesi, son 20 oyun
stats-percent = %{ $share }
stats-tops = Bulunan en iyi hamle
stats-challenges-won = Kazanılan itiraz
stats-challenges-lost = Kaybedilen itiraz
stats-streak = Galibiyet serisi
stats-best-streak = En uzun seri
stats-opponents = En sık rakip
stats-word-points = { $points } puan
button-with-computers = 🤖 Bilgisayarla
button-without-computers = 👥 İnsanlarla
refusal-no-figures = Burada henüz biten oyununuz yok. Bir oyun bitince istatistikleriniz burada görünür.
refusal-no-figures-private = Henüz biten oyununuz yok. Bir oyun bitince istatistikleriniz burada görünür.
refusal-no-figures-of-player = Bu kişinin burada biten oyunu yok.
refusal-player-unlisted = Bu kişi istatistiklerini başkalarına göstermiyor.
refusal-several-players = Bu adda birden çok kişi var. Bir mesajını yanıtlayın ya da @kullanıcıadını yazın.

## Sıralama
top-title = Sıralama: { $measure }
top-by-rating = Güç puanı
top-by-points = Puan
top-by-wins = Galibiyet
top-by-average = Ortalama
top-by-share = En iyilerin yüzdesi
top-games = { $games } oyun
top-unsure = “?”: güç puanı henüz kesin değil.
top-least-games = Oyun başına puan, en az { $games } oyun oynayanlar.
top-about-share = Son 20 Düplikat oyununda en iyi hamlelerin puanlarından alınan pay.
top-hidden = Bir aydır oynamayanlar burada görünmez.
top-nobody = Bu dönemde sıralanacak kimse yok.
