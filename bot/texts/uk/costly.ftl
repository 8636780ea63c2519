# Найдорожчі ходи завершеної гри.

button-costly = 🔍 Мої найдорожчі помилки
button-costly-before = ◀
button-costly-next = ▶
costly-head = 🔍 <b>{ $name }</b>: найдорожчі помилки ({ $number }/{ $count })
costly-move = <b>{ $turn }</b>: { $sentence }
costly-none = 🔍 <b>{ $name }</b>: дорогих помилок немає. Жоден хід не поступався найкращому.
costly-none-short = Дорогих помилок у вас немає. Жоден хід не поступався найкращому.
costly-unjudged = 🔍 <b>{ $name }</b>: жодного ходу не вдалося оцінити.
costly-unjudged-short = Жодного вашого ходу не вдалося оцінити.
costly-being-analysed = Аналізую гру. Результат буде в цьому чаті щонайбільше за кілька хвилин.
costly-being-analysed-alone = Аналізую гру. Щонайбільше за кілька хвилин результат побачите лише ви: тут або в нашому приватному чаті.
costly-above = Щойно надіслано, трохи вище.
costly-failed = Цю гру проаналізувати не вдалося.
refusal-costly-not-yours = Про це дізнаються лише ті, хто грав у цій грі.
refusal-costly-page-not-yours = Цю сторінку гортає лише той, чиї це ходи.

## Налаштування
settings-name-analysis = 🔍 Найдорожчі помилки
settings-about-analysis =
    Хто натисне «{ button-costly }» під завершеною грою, дізнається про свої найдорожчі помилки. Хто має бачити відповідь?
    • <b>Лише той, хто натиснув</b>: більше ніхто
    • <b>Усі</b>: відповідь буде в групі
value-analysis-alone = Лише той, хто натиснув
value-analysis-all = Усі
