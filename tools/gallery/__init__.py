"""Every kind of picture, in every theme that it has, as files with a page that lists them: ``make gallery``."""
