"""How Sphinx makes the site of what `tools/build_docs.py` has put together."""

import re

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

_LANGUAGE = re.compile(r"^docs/[\w-]+\.([a-z]{2})$")
"""How a page is named that is there in several languages, as `docs/players.tr`."""

project = "Harfiyen"
copyright = "the authors of Harfiyen; GPL-3.0-or-later"  # noqa: A001 - Sphinx's own name
language = "en"
root_doc = "README"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["docs/site"]

myst_enable_extensions = ["html_image"]
myst_heading_anchors = 5
myst_fence_as_directive = {"mermaid"}

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = "Harfiyen"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
templates_path: list[str] = []
pygments_style, pygments_dark_style = "friendly", "monokai"


class Diagram(Directive):
    """A fence of Mermaid, which the page's script draws; without scripts its text is shown."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """The element that the script looks for."""
        text = nodes.Text("\n".join(self.content))
        return [nodes.literal_block(str(text), str(text), classes=["mermaid"], language="none")]


def add_diagram_scripts(app: Sphinx, page: str, template: str, context: object, doctree: nodes.document | None) -> None:
    """Load the scripts where there is something to draw, and nowhere else."""
    del page, template, context
    if doctree and any("mermaid" in block["classes"] for block in doctree.findall(nodes.literal_block)):
        app.add_js_file("mermaid.tiny.js", loading_method="defer")
        app.add_js_file("diagrams.js", loading_method="defer")


def tell_language(app: Sphinx, page: str, template: str, context: dict[str, object], doctree: object) -> None:
    """Have a page say in which language it is, by which browsers hyphenate, translate and read it aloud."""
    del app, template, doctree
    if found := _LANGUAGE.search(page):
        context["language"] = found[1]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register what is defined here."""
    app.add_directive("mermaid", Diagram)
    app.connect("html-page-context", add_diagram_scripts)
    app.connect("html-page-context", tell_language)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
