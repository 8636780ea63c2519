// A table: who sits there, whose turn it is, what is done there and what came of it. What lies on it is its part's:
// crossword.js, which duplicates have too, or klepka.js.
//
// A part has an `element`, and: take(told, former, plan), a newer state; draw(); seats(view), those that are shown, in
// order; beside(view), what stands beside them; status(), a line; addActions(add); tell(former, view), for those who do
// not see it; done(what) once something was done; besides(), what goes along with an action. Optional: `below`, an
// element below the actions; tick(gone); connected(isBack), when events come from now on.

import { announce, button, byId, confirmed, language, make, plainText, refill, say, sheet, whileShown } from './dom.js'
import { Crossword } from './crossword.js'
import { act, follow, loadModule, loadTable, Refused } from './net.js'
import * as telegram from './telegram.js'
import { OPENS_AGAIN, fill, go, loadTexts, paint, showNotice } from './views.js'

let table = null // {address, board, left, at, now, cards}
let part = null
let shown = null // the signal of the view
let isBusy = false
let link = '' // why the server cannot be reached
let refusal = '' // why the last action was refused, until something changes

const viewer = () => table.board.view.viewer ?? null
const seatName = seat => table.board.view.seats[seat]?.name ?? ''

// What a part has of its table.
const context = {
  get table() { return table },
  get isBusy() { return isBusy },
  viewer,
  seatName,
  send,
  askAndSend,
  changed,
  showAll,
  showStatus,
  showMore,
  turnText,
  clockText,
}

export async function open(address, signal) {
  const told = await whileShown(signal, loadTable(address))
  const Part = told.board.view.type === 'klepka' ? await whileShown(signal, loadCards()) : Crossword
  table = { address }
  shown = signal
  isBusy = false
  link = refusal = ''
  part = new Part(context, signal)
  fill(
    signal,
    make('h1', { class: 'unseen' }, told.board.title[language()] ?? told.board.title.en),
    make('header', { id: 'seats' }),
    part.element,
    make('p', { id: 'status', role: 'status' }),
    make('nav', { id: 'actions', 'aria-label': say('actions') }),
    ...(part.below ? [part.below] : []),
  )
  takeTable(told, told.plan)
  const ticking = setInterval(showClocks, 1000)
  signal.addEventListener('abort', () => clearInterval(ticking))
  follow(address, () => table.board.version, takeTable, code => {
    const isBack = link && !code
    link = code
    if (!code) part.connected?.(Boolean(isBack))
    if (code && code !== 'unreachable') showNotice(code)
    else if (isBack) changed()
    else showStatus()
  }, signal)
}

const loadCards = async () => (await Promise.all([loadModule('./klepka.js'), loadTexts()]))[0].Cards

// Shows a newer state of the table.
function takeTable(message, plan = null) {
  const { board: told, left, now } = message
  const former = table.board
  if (former && told.version < former.version) return
  Object.assign(table, { board: told, left, at: performance.now(), now: Date.parse(now) })
  if (!former) paint(told.colours)
  part.take(message, former, plan)
  if (former && former.version !== told.version) {
    refusal = ''
    part.tell(former.view, told.view)
  }
  showAll()
}

function turnText(view) {
  return view.turn === view.viewer ? say('your-turn') : say('turn-of', { name: view.seats[view.turn].name })
}

function showAll() {
  part.draw()
  showSeats()
  showStatus()
  showActions()
}

function showSeats() {
  const { view } = table.board
  const chips = part.seats(view).map(seat => {
    const one = view.seats[seat]
    const isNext = view.turn === seat
    return make('div', { class: `seat${isNext ? ' next' : ''}${one.active ? '' : ' out'}`, 'data-seat': seat },
      make('span', {}, seat === view.viewer ? say('you') : one.name), make('b', {}, String(one.score)), make('time', {}))
  })
  byId('seats').replaceChildren(...chips, ...part.beside(view))
  showClocks()
}

function clockText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const hours = Math.floor(seconds / 3600)
  const rest = `${String(Math.floor(seconds / 60) % 60).padStart(hours ? 2 : 1, '0')}:${String(seconds % 60).padStart(2, '0')}`
  return hours ? `${hours}:${rest}` : rest
}

function showClocks() {
  if (!table?.board) return
  const { view } = table.board
  const gone = performance.now() - table.at
  for (const chip of document.querySelectorAll('#seats [data-seat]')) {
    const seat = Number(chip.dataset.seat)
    const left = table.left[seat]
    if (left === undefined) continue
    const isRunning = view.turn === seat && !view.clock?.state.paused
    chip.querySelector('time').textContent = clockText(left - (isRunning ? gone : 0))
  }
  part.tick?.(gone)
}

function showStatus() {
  const { view, running } = table.board
  const status = byId('status')
  if (!status) return
  status.classList.toggle('bad', Boolean(link || refusal))
  if (link) status.textContent = say('error-unreachable')
  else if (refusal) status.textContent = refusal
  else if (isBusy) status.textContent = say('sending')
  else if (!running) status.textContent = resultText(view)
  else status.textContent = part.status()
}

function resultText(view) {
  const names = view.outcome?.winners.map(seatName) ?? []
  return names.length ? say(names.length > 1 ? 'drawn' : 'won', { name: names.join(', ') }) : say('over')
}

function showActions() {
  const keys = []
  // While something is sent keys stay as they are, for the focus on them, and do nothing.
  const add = (name, onclick, more = {}, values = {}) =>
    keys.push(button(say(name, values), () => isBusy || onclick(), { 'aria-disabled': String(isBusy), 'data-key': name, ...more }))
  part.addActions(add)
  if (table.board.replay) add('replay', () => go(table.board.replay), { class: 'strong' })
  add('tables', () => go(''))
  refill(byId('actions'), keys)
}

async function askAndSend(question, label, what) {
  if (await confirmed(say(question), say(label))) await send(what)
}

// Offers what is done seldom, each as [name, what, text]; surrendering is asked about.
async function showMore(choices) {
  const chosen = await sheet(say('more'), end => choices.map(one => button(one[2] ?? say(one[0]), () => end(one))))
  if (!chosen) return
  if (chosen[0] === 'surrender') await askAndSend('sure-surrender', 'surrender', chosen[1])
  else await send(chosen[1])
}

// Does something at the table, once, and shows what came of it.
async function send(what) {
  const { board: told } = table
  const signal = shown
  isBusy = true
  showStatus()
  showActions()
  let answer = null
  try {
    const move = { table: told.table, number: told.view.number, ...part.besides(), ...what }
    const warn = () => { if (!signal.aborted) { link = 'unreachable'; showStatus() } }
    const result = await whileShown(signal, act(table.address, move, warn))
    link = ''
    answer = result.answer
    if (answer.done) part.done(what)
    takeTable(result)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    answer = { done: false, text: say(OPENS_AGAIN.has(error.code) ? 'reopen' : `error-${error.code}`) }
  }
  isBusy = false
  telegram.haptic(answer.done ? 'success' : 'error')
  refusal = answer.done ? '' : plainText(answer.text)
  showAll()
  return answer.done
}

// What is being put together has changed.
function changed() {
  refusal = ''
  showStatus()
  showActions()
}
