## Düplikat: resimlerindeki yazılar
panel-round = Tur
panel-time = Süre
panel-time-left = Kalan süre
panel-answered = Cevaplayan
panel-people = { $count } oyuncu
panel-solo = tek başına +{ $points }
panel-rounds = { $count } tur
panel-score = Puan
panel-share = Yüzde
panel-tops = En iyi
panel-solos = Tek
