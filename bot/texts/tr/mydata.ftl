## Veriler
mydata-in-private = Hakkınızda tutulan bilgileri yalnızca özel sohbette gösteririm.
button-mydata = 📄 Verilerim
mydata-file = Hakkınızda tutulan her şey bu dosyada. Süren oyunların gizli bilgileri buna dahil değil.
mydata-file-above = Dosyanız yukarıda. En çok on dakikada bir yenisini hazırlıyorum.
mydata-shown = Grupların sıralamalarında görünüyorsunuz.
mydata-hidden = Grupların sıralamalarında görünmüyorsunuz.
mydata-forget = Dilerseniz hakkınızda tutulan her şeyi silerim.
button-ranks-leave = 🚪 Sıralamalardan çık
button-ranks-return = ↩️ Sıralamalara dön
button-forget = Beni unut

## Unutulmak
forget-sure =
    <b>Unutulmak istiyor musunuz?</b>

    Ayarlarınız, istatistikleriniz, geçmişiniz, davetleriniz ve bilgisayarla oynadığınız oyunlar silinir. Açık masalardan kalkarsınız.
    Başkalarıyla oynadığınız oyunların sonuçları kalır, ama adınız ve ID’niz olmadan: sizin yerinizde adsız bir oyuncu görünür.
    O oyunların kanıtında tohumun nereden geldiği artık denetlenemez ve kanıt bunu söyler.
    Yasaklar kalır. Telegram’daki mesajlar da kalır, onları ben silemem.
    Bunun geri dönüşü yok.
forget-running = Şu an süren { $count } oyununuz var. Pes edebilir ya da bitmesini bekleyebilirsiniz.
button-forget-now = Evet, unut
button-forget-surrender = 🏳️ Pes et ve unut
button-forget-later = ⏰ Oyunlarım bitince unut
button-forget-keep = Verilerim kalsın
forget-begun = Sizi unutuyorum. Bitince buraya yazarım, genellikle bir dakika sürmez.
forget-waits = Süren oyunlarınız bitince sizi unutacağım. O zamana kadar yeni bir oyuna başlarsanız onu da beklerim.
forget-not = Hiçbir şey silinmedi, verileriniz duruyor.
forget-done = Sizi unuttum. Bana yeniden yazarsanız yeni biri gibi başlarsınız.
forgotten-player = Adsız oyuncu
proof-forgotten = Bu oyunun bir oyuncusu unutulmak istedi. Tohum onun ID’siyle hesaplanmıştı, nereden geldiği artık denetlenemez. Çekilen bütün taşlar yine tohumdan gelir, mühür de sırrı yine bağlar.
