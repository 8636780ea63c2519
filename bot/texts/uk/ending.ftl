## Завершення гри без результату
an-administrator = Адміністратор
cancel-sure = { $name }, справді завершити цю гру без результату? Усі побачать, що її завершили ви.
cancel-sure-host = { $name }, справді завершити цю гру без результату? Інші гравці матимуть хвилину, щоб заперечити.
cancel-lost = Буде втрачено: { $turns ->
        [one] { $turns } хід
        [few] { $turns } ходи
        [many] { $turns } ходів
       *[other] { $turns } ходу
    } і рахунок { $scores }
cancel-leads = Попереду: <b>{ $name }</b>
button-cancel = ⏹ Завершити гру
button-keep = Ні, граємо далі
button-object = ✋ Хочу грати далі
cancel-asked = ⏹ <b>{ $name }</b> хоче завершити цю гру без результату. Якщо ніхто з гравців не заперечить, вона скінчиться через { $time }.
cancel-objected = ✋ <b>{ $name }</b> хоче грати далі: гра триває.
cancel-not = Гра триває (<b>{ $name }</b>).
cancel-done = ⏹ Гру завершено (<b>{ $name }</b>).
cancelled-by = ⏹ Гру завершено (<b>{ $name }</b>).
cancelled-by-administrator = ⏹ Гру завершено адміністратором (<b>{ $name }</b>).
cancelled-unopposed = ⏹ Про завершення гри просить <b>{ $name }</b>, і ніхто не заперечив.
refusal-cancel-proposed = Ви вже просили про це; гра скінчиться, коли мине час на заперечення.
refusal-not-cancelling = Ніхто вже не просить завершити гру; вона триває.

## Рішення щодо гри
acts = 📋 <b>Рішення в цій грі</b> (UTC)
acts-none = У цій грі ще не було рішень.
act-pause = { $at } · <b>{ $name }</b>: відлік часу зупинено
act-resume = { $at } · <b>{ $name }</b>: відлік часу поновлено
act-propose = { $at } · <b>{ $name }</b>: прохання завершити гру
act-object = { $at } · <b>{ $name }</b>: заперечення
act-cancel = { $at } · <b>{ $name }</b>: гру завершено
act-undo = { $at } · <b>{ $name }</b> скасовує останній хід
