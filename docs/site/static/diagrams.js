// Draws each diagram from its text, and anew when the page becomes light or dark.
const found = [...document.querySelectorAll(".mermaid pre")];
const texts = found.map((one) => one.textContent);
const settings = { startOnLoad: false, fontFamily: "inherit", flowchart: { useMaxWidth: false }, sequence: { useMaxWidth: false } };
const night = matchMedia("(prefers-color-scheme: dark)");

const isDark = () => (document.body.dataset.theme === "dark") || (document.body.dataset.theme !== "light" && night.matches);

async function draw() {
  mermaid.initialize({ ...settings, theme: isDark() ? "dark" : "neutral" });
  for (const [place, node] of found.entries()) {
    const { svg } = await mermaid.render(`diagram-${place}`, texts[place]);
    node.innerHTML = svg;
    node.closest(".mermaid").classList.add("drawn");
  }
}

let shown = isDark();
const changed = () => {
  if (shown !== isDark()) { shown = isDark(); draw(); }
};
new MutationObserver(changed).observe(document.body, { attributeFilter: ["data-theme"] });
night.addEventListener("change", changed);
draw();
