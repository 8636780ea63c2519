// The signs on buttons as line drawings of our own, so that no emoji font is needed; each in a square of 24.

const LOOK = "\u{fe0f}";

export const ICONS = {
  "🔤": "M4 4h16v16H4zM8.3 16.5 12 7.5l3.7 9M9.6 13.5h4.8",
  "🗺": "M4 4h16v16H4zM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16",
  "➕": "M12 5v14M5 12h14",
  "➖": "M5 12h14",
  "▶": "M8 5l11 7-11 7z",
  "🏳": "M6 21V4M6 5h13l-3.5 4L19 13H6",
  "🔄": "M4 12a8 8 0 0 1 14-5.3L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.3L4 15M4 20v-5h5",
  "🔀": "M3 7h3.5c4.5 0 6 10 10.5 10h4M3 17h3.5c1.7 0 3-1.4 4-3.2M13.2 10.2c1-1.8 2.2-3.2 3.8-3.2h4M18 4l3 3-3 3M18 14l3 3-3 3",
  "✉": "M3.5 6h17v12h-17zM3.5 7.5 12 13l8.5-5.5",
  "↩": "M9 6l-5 5 5 5M4 11h9a7 7 0 0 1 7 7",
  "✋": "M7 13V6.5a1.5 1.5 0 0 1 3 0V11V4.5a1.5 1.5 0 0 1 3 0V11V5.5a1.5 1.5 0 0 1 3 0V12V9a1.5 1.5 0 0 1 3 0v5a7 7 0 0 1-7 7c-3 0-4.6-1.5-6-4l-2.2-3.6a1.5 1.5 0 0 1 2.5-1.6z",
  "⚙": "M12 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12M12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4M12 2.5V6M12 18v3.5M2.5 12H6M18 12h3.5M5.3 5.3l2.5 2.5M16.2 16.2l2.5 2.5M5.3 18.7l2.5-2.5M16.2 7.8l2.5-2.5",
  "⚖": "M12 4v16M8 20h8M5 7h14M5 7l-2.6 6.5a2.7 2.7 0 0 0 5.2 0zM19 7l-2.6 6.5a2.7 2.7 0 0 0 5.2 0z",
  "🤝": "M2.5 8.5 6.5 6l5 2 5-2 5 2.5M3 15l3 .5 5.5 4 2-1.3 2-1.2 2-1.3 3.5-.7M11.5 8 8.5 12a1.7 1.7 0 0 0 2.7 2l2.3-2 4 3.7",
  "☀": "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v3M12 19v3M2 12h3M19 12h3M4.9 4.9 7 7M17 17l2.1 2.1M4.9 19.1 7 17M17 7l2.1-2.1",
  "🌙": "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  "👁": "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
  "🪵": "M7 7h11a3.5 5 0 0 1 0 10H7M7 7a3.5 5 0 1 0 0 10A3.5 5 0 1 0 7 7M7 10.5a1 1.5 0 1 0 0 3 1 1.5 0 1 0 0-3M13 10.5h4",
  "✓": "M5 13l4.5 4.5L19 7",
  "▢": "M6 5h12a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1z",
  "📄": "M6 3h8l4 4v14H6zM14 3v4h4",
  "🎲": "M4.5 4.5h15v15h-15zM8.5 8.4v.2M15.5 8.4v.2M12 11.9v.2M8.5 15.4v.2M15.5 15.4v.2",
  "💬": "M4 5h16v11h-8.5L7 20v-4H4zM8 9h8M8 12h5",
  "🔏": "M5 11h8.5M5 11v9h12v-4.5M8 11V8a4 4 0 0 1 8 0v1M21 8.5l-6.5 6.5-3 1 1-3L19 6.5z",
  "↗": "M8 16l8-8M9 8h7v7",
};

export function icon(path) {
  const holder = document.createElement("template");
  holder.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
  return holder.content.firstChild;
}

// A text as nodes: signs that are known as drawings, everything else as it is.
export function withIcons(text) {
  const nodes = [];
  let plain = "";
  const flush = () => { if (plain.trim()) nodes.push(Object.assign(document.createElement("span"), { textContent: plain.trim() })); plain = ""; };
  for (const sign of text) {
    if (sign in ICONS) { flush(); nodes.push(icon(ICONS[sign])); }
    else if (sign !== LOOK) plain += sign;
  }
  flush();
  return nodes;
}
