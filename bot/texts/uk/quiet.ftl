# Групи без зайвого шуму: українською.

button-seal = 🔏 Відбиток
seal-alert =
    Відбиток жеребкування за цим столом (SHA-256):
    { $seal }
started-seal = Відбиток жеребкування (SHA-256): <code>{ $seal }</code>

## Що далі
button-again = 🔄 Реванш
button-more = 🎲 Інша гра
again-opened = Стіл знову відкрито, ви за ним господар.
choose-game-for = { $name }, у що зіграємо?

## Куди ведуть старі кнопки
stale-none = Того столу вже немає. Відкрити новий: { COMMAND("new") }
stale-lobby =
    Та кнопка — від попереднього столу. Зараз відкрито стіл: { $game }.
    За столом: { $names }
stale-game =
    Та кнопка застаріла. Зараз так:
    { $next }
    { $scores }
stale-over =
    Ту гру завершено.
    { $scores }

## Налаштування групи
settings-panel =
    ⚙️ <b>Поле в цій групі</b>
    Що має ставатися з полем після ходу? Вибирають адміністратори; щоб закріплювати повідомлення, мені потрібне таке право.

    Мова: { COMMAND("language") } · зображення: { COMMAND("theme") }, { COMMAND("labels") }
value-boards-each = Щоходу нове поле
value-boards-last = Лишати тільки останнє поле
value-boards-one = Одне поле, що оновлюється
value-boards-pin = Одне поле, закріплене
button-done = Готово
