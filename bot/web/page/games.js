// One's games.

import { button, make, say } from './dom.js'
import { listTables } from './net.js'
import { fill, go } from './views.js'

export async function open(_, signal) {
  const tables = await listTables()
  const items = tables.map(one =>
    make('li', {}, button(`${one.title} · ${one.label}${one.may_act ? ` · ${say('your-turn')}` : ''}`, () => go(one.address), one.may_act ? { class: 'strong' } : {})))
  fill(
    signal,
    make('h1', {}, say('tables')),
    tables.length ? make('ul', { class: 'tables' }, ...items) : make('p', {}, say('no-tables')),
    make('p', {}, button(say('puzzles'), () => go('p'))),
  )
}
