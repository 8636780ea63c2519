// Which view is shown. Each is a module that is loaded when it is opened, with `open(address, signal)`; the signal ends it.

import { byId, learn, make, say } from './dom.js'
import * as net from './net.js'
import * as telegram from './telegram.js'

export const OPENS_AGAIN = new Set(['expired', 'forged'])
// By the beginning of the address; all others show one's games.
const VIEWS = { __proto__: null, b: './table.js', m: './moves.js', p: './puzzles.js', r: './replay.js', z: './puzzles.js' }

const page = byId('page')
let shown = new AbortController()
let first = ''

export const load = address => net.loadModule(VIEWS[address.split('_')[0]] ?? './games.js')

// Shows the first view; going back from another one comes to it.
export function begin(address) {
  first = address
  addEventListener('popstate', event => show(event.state ?? first))
  telegram.onBack(() => history.back())
  return show(address)
}

// Whether no other view was shown before.
export const isFirst = () => history.state === null

export function go(address) {
  history.pushState(address, '')
  return show(address)
}

async function show(address) {
  shown.abort()
  for (const dialog of document.querySelectorAll('dialog')) dialog.remove()
  shown = new AbortController()
  const { signal } = shown
  telegram.showBack(!isFirst())
  page.setAttribute('aria-busy', 'true')
  try {
    const view = await load(address)
    if (!signal.aborted) await view.open(address, signal)
  } catch (error) {
    if (!(error instanceof net.Refused)) throw error
    if (!signal.aborted) showNotice(error.code, error.text)
  }
}

let learning = null

// Asks once for the texts and styles of the views besides the board.
export function loadTexts() {
  if (!byId('styles')) document.head.append(make('link', { id: 'styles', rel: 'stylesheet', href: 'views.css' }))
  return (learning ??= net.load('texts').then(learn).catch(error => {
    learning = null
    throw error
  }))
}

// Puts on the colours of a table's theme.
export function paint(colours) {
  for (const [name, colour] of Object.entries(colours)) {
    document.documentElement.style.setProperty(`--${name.replace('_', '-')}`, colour)
  }
  telegram.paint(colours.page)
}

// Puts a view's elements on the page, unless another view was opened meanwhile; a screen reader goes on at its heading.
export function fill(signal, ...children) {
  if (signal.aborted) return
  page.replaceChildren(...children)
  page.removeAttribute('aria-busy')
  scrollTo(0, 0)
  const heading = page.querySelector('h1')
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

export function showNotice(code, text) {
  const name = OPENS_AGAIN.has(code) ? 'reopen' : `error-${code}`
  page.replaceChildren(make('p', { id: 'notice', role: 'status' }, text || say(name)))
  page.removeAttribute('aria-busy')
}
