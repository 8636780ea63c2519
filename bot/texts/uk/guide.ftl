## Таблиці посібника гравця, що випливають із правил і команд: заголовки над ними і що в них сказано
guide-commands = Команди
guide-games = Ігри
guide-options = Параметри столу
guide-challenges = Оскарження
guide-clocks = Час
guide-settings = Налаштування чату
guide-passes = { $count ->
        [one] { $count } пас
        [few] { $count } паси поспіль
        [many] { $count } пасів поспіль
       *[other] { $count } паса поспіль
    }
guide-scoreless = { $count ->
        [one] { $count } хід без балів
        [few] { $count } ходи без балів поспіль
        [many] { $count } ходів без балів поспіль
       *[other] { $count } ходу без балів поспіль
    }
guide-passes-each = { $count ->
        [one] по { $count } пасу від кожного поспіль
        [few] по { $count } паси від кожного поспіль
        [many] по { $count } пасів від кожного поспіль
       *[other] по { $count } паса від кожного поспіль
    }
guide-instant-win = слова { $word }
guide-least-in-bag = { $count ->
        [one] щонайменше { $count } фішка
        [few] щонайменше { $count } фішки
        [many] щонайменше { $count } фішок
       *[other] щонайменше { $count } фішки
    }
guide-cell = { $count ->
        [one] ще { $count } бал
        [few] ще { $count } бали
        [many] ще { $count } балів
       *[other] ще { $count } бала
    }
guide-who-anybody = усі
guide-who-member = усі в групі
guide-who-seated = ті, хто за столом
guide-who-mover = той, чий хід
guide-who-player = гравці
guide-who-anytime = гравці, будь-коли
guide-who-other = гравці, крім автора ходу
guide-who-host = господар столу й адміністратори
guide-who-chooser = у групах адміністратори
guide-who-administrator = адміністратори
