# İpuçları: isteyenden başka kimse görmez
hint-about = 💡 İpucu en iyi hamleyi dört adımda söyler: yerini, uzunluğunu, ilk harfini, tamamını. Yalnızca siz görürsünüz.
hint-price = Her adım oyunun sonunda puanınızdan { $price } düşürür.
hint-where-row = 💡 En iyi hamle { $line }. satırda.
hint-where-column = 💡 En iyi hamle { $line } sütununda.
hint-length-play = Kelime { $count } harfli.
hint-first-play = İlk harfi: { $letter }
hint-play = 💡 En iyi hamle: { $cell } { $way } <b>{ $word }</b>, { $score } puan
hint-exchange = 💡 Şimdi taş değiştirmek, kelime oynamaktan iyi.
hint-length-exchange = Değiştirilecek taş sayısı: { $count }
hint-first-exchange = Biri: { $letter }
hint-exchange-tiles = 💡 En iyisi şu taşları değiştirmek: <b>{ $tiles }</b>
hint-pass = 💡 Oynayabileceğiniz kelime yok, taş da değiştirilemiyor. { COMMAND("pass") } yazın.
hint-sent = 💡 İpucunu özel sohbetimize yazdım.
hint-needs-private = Size özelden yazabilmem için önce özel sohbetimizi açın, sonra { COMMAND("hint") } yazın. Söylediğim adım bir daha puan düşürmez.
button-hint-1 = { $priced ->
    [yes] 💡 Yeri nerede? (−{ $price })
   *[no] 💡 Yeri nerede?
  }
button-hint-2 = { $priced ->
    [yes] 💡 Ne kadar uzun? (−{ $price })
   *[no] 💡 Ne kadar uzun?
  }
button-hint-3 = { $priced ->
    [yes] 💡 İlk harfi ne? (−{ $price })
   *[no] 💡 İlk harfi ne?
  }
button-hint-4 = { $priced ->
    [yes] 💡 Hamlenin tamamı (−{ $price })
   *[no] 💡 Hamlenin tamamı
  }
button-hint-play = ▶️ Oyna
