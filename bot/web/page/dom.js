// Makes elements and words.

let texts = {}
let locale = 'en'

export function speak(language, found) {
  locale = language
  texts = found
  document.documentElement.lang = language
}

export const language = () => locale

// Adds the texts of the views besides the board.
export function learn(found) {
  texts = { ...texts, ...found }
}

// A text of the page, with what its marks (%name) stand for.
export const say = (name, values = {}) =>
  (texts[name] ?? name).replace(/%(\w+)/g, (mark, key) => (key in values ? values[key] : mark))

export function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value)
    else if (value === true) made.setAttribute(name, '')
    else if (value !== false && value !== undefined && value !== null) made.setAttribute(name, value)
  }
  made.append(...children.filter(child => child !== null && child !== undefined && child !== false))
  return made
}

export const button = (label, onclick, more = {}) => make('button', { type: 'button', onclick, ...more }, label)

// Puts new children in place of others of the same kind; what had the focus keeps it, or what is next to it gets it.
export function refill(parent, children) {
  const former = [...parent.children].indexOf(document.activeElement)
  const key = document.activeElement?.dataset.key
  parent.replaceChildren(...children)
  if (former < 0) return
  const able = children.filter(one => !one.disabled)
  ;(able.find(one => one.dataset.key === key) ?? able[Math.min(former, able.length - 1)])?.focus()
}

export const byId = id => document.getElementById(id)

let liveTimer = 0

// Has a screen reader say it, once what it says now is through.
export function announce(text) {
  clearTimeout(liveTimer)
  liveTimer = setTimeout(() => { byId('live').textContent = text }, 100)
}

// What is waited for, which comes only while the signal's view is shown: afterwards neither a result nor an error.
export const whileShown = (signal, waited) =>
  new Promise((done, failed) => waited.then(found => signal.aborted || done(found), error => signal.aborted || failed(error)))

// A sheet over the page; gives what was chosen, or null. `build` gets a function that ends it.
export function sheet(title, build, closing = 'cancel') {
  return new Promise(resolve => {
    const dialog = make('dialog', { 'aria-label': title })
    const end = value => { dialog.close(); dialog.remove(); resolve(value) }
    dialog.append(make('h2', {}, title), ...build(end), button(say(closing), () => end(null), { class: 'plain' }))
    dialog.addEventListener('cancel', event => { event.preventDefault(); end(null) })
    dialog.addEventListener('click', event => { if (event.target === dialog) end(null) })
    document.body.append(dialog)
    dialog.showModal()
  })
}

export const confirmed = (question, label) =>
  sheet(question, end => [button(label, () => end(true), { class: 'strong' })])

// Text of HTML that the bot wrote for a message: a page shows no markup.
export function plainText(html) {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent
}
