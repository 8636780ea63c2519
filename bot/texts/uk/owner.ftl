## Заборони та обслуговування, як їх бачать усі
refusal-banned = Вам заборонено користуватися цим ботом, тож я не відповідаю на ваші команди.
refusal-banned-chat = У цьому чаті бота заборонено, тож я не відповідаю тут на команди.
refusal-banned-chat-private = У тій групі бота заборонено, тож за її столом нічого не зробити.
refusal-maintenance = 🛠 Триває обслуговування, тож нових ігор поки не відкрити. Розпочаті ігри тривають.
refusal-maintenance-minutes =
    { $minutes ->
        [one] 🛠 Триває обслуговування: нову гру можна буде відкрити приблизно за { $minutes } хвилину. Розпочаті ігри тривають.
        [few] 🛠 Триває обслуговування: нову гру можна буде відкрити приблизно за { $minutes } хвилини. Розпочаті ігри тривають.
        [many] 🛠 Триває обслуговування: нову гру можна буде відкрити приблизно за { $minutes } хвилин. Розпочаті ігри тривають.
       *[other] 🛠 Триває обслуговування: нову гру можна буде відкрити приблизно за { $minutes } хвилини. Розпочаті ігри тривають.
    }
refusal-maintenance-hours =
    { $hours ->
        [one] 🛠 Триває обслуговування: нову гру можна буде відкрити приблизно за { $hours } годину. Розпочаті ігри тривають.
        [few] 🛠 Триває обслуговування: нову гру можна буде відкрити приблизно за { $hours } години. Розпочаті ігри тривають.
        [many] 🛠 Триває обслуговування: нову гру можна буде відкрити приблизно за { $hours } годин. Розпочаті ігри тривають.
       *[other] 🛠 Триває обслуговування: нову гру можна буде відкрити приблизно за { $hours } години. Розпочаті ігри тривають.
    }

## Стан
owner-status-workers =
    <b>Harfiyen { $version }</b>
    Процеси: { $workers } · Час роботи: { $uptime }
    Пам’ять: { $memory } МіБ · Скільки разів Telegram просив зачекати за останню годину: { $held }
owner-status-chats = Групи: { $groups } · Приватні чати: { $people }
owner-status-games = Ігри, що тривають: { $games } · Ходи за останню годину: { $moves }
owner-status-queues = Оновлення в черзі: { $inbox } (найстаріше — { $waited }) · Сповіщення в черзі: { $outbox } (найстаріше — { $kept })
owner-status-dead = Не оброблено й відкладено: { $count }
owner-status-redis = Redis: { $milliseconds } мс · { $memory } МіБ
owner-status-closed = 🛠 Обслуговування: нові ігри не відкриваються.

## Обслуговування
owner-maintenance-off = Нові ігри можна відкривати. Почати обслуговування? Розпочаті ігри триватимуть.
owner-maintenance-on = 🛠 Обслуговування: нові ігри не відкриваються, розпочаті тривають. Триватиме, доки ви його не завершите.
owner-maintenance-until = 🛠 Обслуговування: нові ігри не відкриваються, розпочаті тривають. Завершиться через { $time }.
owner-maintenance-how = «{ $typed }» не схоже на тривалість. Напишіть, наприклад, 45 хв або 2 год, щонайбільше сім днів.
owner-button-close = 🛠 Доки не завершу
owner-button-reopen = ✅ Завершити обслуговування

## Заборони
owner-banned = 🚫 { $who }: користування ботом заборонено. Нагадуватиму про це щонайбільше раз на день. Ігри інших тривають.
owner-banned-chat = 🚫 Чат { $who }: бота заборонено. Нагадуватиму про це щонайбільше раз на день.
owner-banned-before = { $who }: заборона вже діє.
owner-unbanned = ✅ { $who }: заборону знято.
owner-not-banned = { $who }: заборони немає.
owner-ban-owner = Власникам бота заборонити його не можна.
owner-author-hidden = Автор цього повідомлення приховує, хто він. Вкажіть ID або @ім’я.
owner-name-unknown = Імені { $name } я ще не бачив. Вкажіть ID або перешліть мені повідомлення цієї людини й дайте відповідь на нього.
owner-nobody-named = «{ $typed }» — це не ID і не @ім’я.
owner-bans = Заборони: { $count }
owner-bans-none = Нікому не заборонено.
owner-ban-line = { $who } · { $time } тому
owner-ban-how = Щоб заборонити, напишіть { $ban } і ID або @ім’я, або надішліть команду у відповідь на переслане мені повідомлення. ID груп починаються з мінуса.

## Оголошення
owner-broadcast-how = Напишіть оголошення після команди: { $command } Сьогодні вночі буде коротке обслуговування.
owner-broadcast-ask = ⬆️ Так виглядатиме оголошення. Кому його надіслати?
owner-broadcast-busy = Надсилається інше оголошення. Спершу воно має завершитися.
owner-broadcast-stale = Це оголошення вже не надіслати. Напишіть команду ще раз.
owner-broadcast-dropped = Оголошення не надіслано.
owner-broadcast-begins = 📣 { $bar } Надсилаю…
owner-broadcast-goes = 📣 { $bar } { $done } / { $total } · не доставлено: { $missed }
owner-broadcast-stops = Зупиняю.
owner-broadcast-over = 📣 Готово: надіслано { $told } з { $total }. Не доставлено або невідомо: { $missed }.
owner-broadcast-stopped = ⏹ Зупинено: надіслано { $told } з { $total }. Решта: { $missed }.
owner-broadcast-missed = Чати, куди оголошення не дійшло, могло не дійти або не надсилалося. Повторної спроби не буде.
owner-button-groups = 👥 Групам ({ $count })
owner-button-people = 👤 У приватні чати ({ $count })
owner-button-all = 🌍 Усім ({ $count })
owner-button-drop = ✖️ Скасувати
owner-button-stop = ⏹ Зупинити
owner-missed-gone = бота там немає або його заблоковано
owner-missed-refused = Telegram відмовив
owner-missed-unknown = невідомо, чи дійшло
owner-missed-untried = не надсилали
owner-missed-banned = заборонено під час розсилання

## Попередження
owner-alert-dead =
    { $count ->
        [one] ⚠️ Через помилки відкладено { $count } оновлення чи сповіщення. Причини: <code>harfiyen inbox</code>
        [few] ⚠️ Через помилки відкладено { $count } оновлення чи сповіщення. Причини: <code>harfiyen inbox</code>
        [many] ⚠️ Через помилки відкладено { $count } оновлень чи сповіщень. Причини: <code>harfiyen inbox</code>
       *[other] ⚠️ Через помилки відкладено { $count } оновлення чи сповіщення. Причини: <code>harfiyen inbox</code>
    }
owner-alert-inbox = ⚠️ Оновлення чекають на обробку: { $count }, найстаріше — { $time }. Що не вдається, видно в журналі.
owner-alert-outbox = ⚠️ Сповіщення чекають на надсилання: { $count }, найстаріше — { $time }. Чи доступний Telegram, видно в журналі.
owner-alert-limits =
    { $count ->
        [one] ⚠️ За останню годину Telegram просив мене зачекати { $count } раз.
        [few] ⚠️ За останню годину Telegram просив мене зачекати { $count } рази.
        [many] ⚠️ За останню годину Telegram просив мене зачекати { $count } разів.
       *[other] ⚠️ За останню годину Telegram просив мене зачекати { $count } раза.
    }
owner-alert-redis = ⚠️ Redis не відповідає, ігри стоять.
owner-alert-redis-refuses = ⚠️ Redis нічого не зберігає, ігри стоять: <code>{ $reason }</code>
owner-alert-updates = ⚠️ Повідомлення від людей до мене не доходять, годинники стоять: <code>{ $reason }</code>
owner-account = 🛠 Налаштовано мій обліковий запис у Telegram: { $settings }. Що зміните в @BotFather, те так і лишиться.
owner-account-inline = інлайн-режим увімкнено
owner-account-feedback = Telegram повідомляє про вибрані інлайн-результати
owner-account-groups = мене можна додавати до груп
owner-well = ✅ Знову все гаразд: { $what }.
owner-well-redis = ✅ Redis знову працює (перерва: { $time }).
owner-well-telegram = ✅ Telegram знову відповідає (мовчав { $time }). Годинники тим часом стояли.
owner-well-updates = ✅ Повідомлення від людей знову доходять (перерва: { $time }). Годинники тим часом стояли.
owner-trouble-inbox = оновлення обробляються вчасно
owner-trouble-outbox = сповіщення надсилаються вчасно
owner-trouble-limits = Telegram більше не просить зачекати
