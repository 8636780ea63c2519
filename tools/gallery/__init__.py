"""The gallery: every kind of picture in every theme, as files with a page that lists them (``make gallery``)."""
