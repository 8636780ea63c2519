"""A palette fills the 16 colours of a picture: its theme's own, then the shades that antialiasing lacks most."""

from typing import Final

import pytest
from msgspec.structs import replace

from render.card_sprites import BLENDS as CARD_BLENDS
from render.card_sprites import card_theme
from render.palette import MOST_COLOURS, Palette
from render.theme import BLENDS, THEMES, Blends, Theme

KINDS: Final[dict[str, tuple[Theme, Blends]]] = {
    **{f"boards in {name}": (theme, BLENDS) for name, theme in THEMES.items()},
    **{f"cards in {name}": (card_theme(theme), CARD_BLENDS) for name, theme in THEMES.items()},
}


def with_colours(count: int) -> Theme:
    light = THEMES["light"]
    names = [*light.colours, *(f"more {number}" for number in range(count))][:count]
    return replace(light, colours={name: f"#0000{number:02X}" for number, name in enumerate(names)})


@pytest.mark.parametrize("kind", KINDS)
def test_every_palette_has_sixteen_different_colours(kind: str) -> None:
    colours = Palette(*KINDS[kind]).colours
    assert len(colours) == len(set(colours)) == MOST_COLOURS == 16


@pytest.mark.parametrize("kind", KINDS)
def test_every_colour_of_a_theme_is_kept_as_it_is(kind: str) -> None:
    theme, blends = KINDS[kind]
    palette = Palette(theme, blends)
    assert [palette.colours[palette.index(name)] for name in theme.colours] == [*map(palette.rgb, theme.colours)]


def test_a_theme_with_more_colours_than_a_palette_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 16 colours, not 17"):
        Palette(with_colours(17), ())
