## Завершення гри без результату
an-administrator = Адміністратор
cancel-sure = { $name }, справді завершити цю гру без результату? Усі побачать, що її завершили ви.
cancel-sure-host = { $name }, справді завершити цю гру без результату? Інші гравці матимуть хвилину, щоб заперечити.
cancel-lost = Буде втрачено: { $turns ->
        [one] { $turns } хід
        [few] { $turns } ходи
        [many] { $turns } ходів
       *[other] { $turns } ходу
    } і рахунок ({ $scores })
cancel-leads = Попереду: <b>{ $name }</b>
button-cancel = ⏹ Завершити гру
button-keep = Ні, граємо далі
button-object = ✋ Хочу грати далі
cancel-asked = ⏹ <b>{ $name }</b> хоче завершити цю гру без результату. Якщо ніхто з гравців не заперечить, вона закінчиться через { $time }.
cancel-objected = ✋ <b>{ $name }</b> хоче грати далі: гра триває.
cancel-not = <b>{ $name }</b> уже не хоче завершувати гру: вона триває.
cancelled-by = ⏹ <b>{ $name }</b> завершує гру.
cancelled-by-administrator = ⏹ <b>{ $name }</b> як адміністратор завершує гру.
cancelled-unopposed = ⏹ <b>{ $name }</b> просить завершити гру. Заперечень не було.
refusal-cancel-proposed = Ви вже просили про це. Гра закінчиться, коли мине час на заперечення.
refusal-not-cancelling = Ніхто вже не просить завершити гру, тож вона триває.

## Рішення щодо гри
acts = 📋 <b>Рішення в цьому чаті</b> (UTC)
acts-none = Рішень тут ще не було.
act-pause = { $at } · <b>{ $name }</b> призупиняє гру
act-resume = { $at } · <b>{ $name }</b> поновлює гру
act-propose = { $at } · <b>{ $name }</b> просить завершити гру
act-object = { $at } · <b>{ $name }</b> заперечує
act-cancel = { $at } · <b>{ $name }</b> завершує гру
act-undo = { $at } · <b>{ $name }</b> скасовує останній хід

## Додатковий час
extended = ⏳ <b>{ $name }</b> додає гравцеві <b>{ $player }</b> { $time }.
act-extend = { $at } · <b>{ $name }</b> додає гравцеві <b>{ $player }</b> { $time }
refusal-how-long = Скільки часу? Наприклад, { COMMAND("extend") } 5хв для того, чий хід, або { COMMAND("extend") } @хто 1год для іншого гравця.
refusal-extend-oneself = Собі часу додати не можна, це може зробити інший адміністратор.
refusal-extend-by = За один раз можна додати від 10 секунд до 7 днів.
refusal-extend-turn = Тут часу можна додати лише тому, чий зараз хід.
refusal-extend-most = Це забагато: більше часу додати не можна.
refusal-turn-waits = Черга ще не перейшла: попередній хід ще можна оскаржити.
refusal-time-is-up = Час цього гравця вже вийшов.

## Рішення адміністраторів щодо гравців
act-skip = { $at } · <b>{ $name }</b> пропускає хід гравця <b>{ $player }</b>
act-remove = { $at } · <b>{ $name }</b> виводить гравця <b>{ $player }</b> з гри
act-replace = { $at } · <b>{ $name }</b> віддає місце гравця <b>{ $player }</b> іншому
