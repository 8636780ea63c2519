// What Telegram tells a Mini App and does for it; elsewhere the same from the address, and nothing done.

const app = window.Telegram?.WebApp?.initData ? window.Telegram.WebApp : null
const hash = new URLSearchParams(location.hash.slice(1))

export const initData = app ? app.initData : hash.get('tgWebAppData') || ''
export const startParam =
  new URLSearchParams(location.search).get('at') || new URLSearchParams(initData).get('start_param') || ''

export function begin() {
  if (!app) return
  app.ready()
  app.expand()
  if (app.isVersionAtLeast('7.7')) app.disableVerticalSwipes()
}

// `kind`: light for a tile, success or error for what came of an action.
export function haptic(kind) {
  if (!app?.HapticFeedback || !app.isVersionAtLeast('6.1')) return
  if (kind === 'light') app.HapticFeedback.impactOccurred('light')
  else app.HapticFeedback.notificationOccurred(kind)
}

export function paint(background) {
  if (!app?.isVersionAtLeast('6.1')) return
  app.setHeaderColor(background)
  app.setBackgroundColor(background)
}

// The key beside the title that leads back; elsewhere the browser has one.
export function onBack(back) {
  if (app?.isVersionAtLeast('6.1')) app.BackButton.onClick(back)
}

export function showBack(isShown) {
  if (app?.isVersionAtLeast('6.1')) app.BackButton[isShown ? 'show' : 'hide']()
}
