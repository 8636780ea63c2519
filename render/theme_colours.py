"""The colours of each theme of boards."""

from typing import Final

from msgspec import Struct


class Colours(Struct, frozen=True, kw_only=True):
    """The colours of a theme of boards, each ``#RRGGBB``.

    At most 16 of them differ. Seats share the colours of premiums, since both must be distinguishable, and so do bands.
    """

    page: str
    grid: str
    plain: str
    grain: str
    """The streaks of a wooden board; equal to ``plain`` if nothing is grained or carved."""
    sheen: str
    """The lower, lit edges of cells carved into wood."""
    ink: str
    muted: str
    card: str
    accent: str
    """The card of the player on turn."""
    light: str
    face: str
    edge: str
    tile_ink: str
    new: str
    """The face of a tile just played, the ground of a bonus cell, the winner’s medal and the last play’s badge."""
    gold: str
    blank: str
    d: str
    """The cell of a double letter; the other premiums have their own characters, too."""
    d_ink: str
    t: str
    t_ink: str
    q: str
    q_ink: str
    D: str
    D_ink: str
    T: str
    T_ink: str
    Q: str
    Q_ink: str
    X: str
    X_ink: str
    band_green: str
    """The band of a green tile."""
    ghost: str
    """A ghost: a face tinged with the board's colour."""
    band_yellow: str
    band_blue: str
    band_red: str
    seat_1: str
    """The first seat's marker and curve."""
    seat_2: str
    seat_3: str
    seat_4: str
    seat_5: str
    seat_6: str


def _make_theme(green: str, **own: str) -> Colours:
    """The colours of a theme from those that differ: tiles, seats and bands share them."""
    return Colours(
        **own,
        face=own["light"],
        band_green=green,
        band_yellow=own["gold"],
        band_blue=own["t"],
        band_red=own["T"],
        seat_1=own["t"],
        seat_2=own["T"],
        seat_3=own["gold"],
        seat_4=own["Q"],
        seat_5=green,
        seat_6=own["ink"],
    )


COLOURS: Final = {
    "light": _make_theme(
        page="#F2F0EA",
        grid="#D3CEC2",
        plain="#E7E3D9",
        grain="#E7E3D9",
        sheen="#E7E3D9",
        ink="#23282D",
        muted="#5C5D5B",
        card="#FFF9EA",
        accent="#17587F",
        light="#FFF9EA",
        edge="#B7A98C",
        tile_ink="#23282D",
        new="#FFE08A",
        gold="#B3780A",
        blank="#9E2720",
        d="#B4DAED",
        d_ink="#17587F",
        t="#17587F",
        t_ink="#FFF9EA",
        q="#3F7A2F",
        q_ink="#FFF9EA",
        D="#F8CFC4",
        D_ink="#9E2720",
        T="#9E2720",
        T_ink="#FFF9EA",
        Q="#4E2A75",
        Q_ink="#FFF9EA",
        X="#5C5D5B",
        X_ink="#FFF9EA",
        ghost="#E7E3D9",
        green="#3F7A2F",
    ),
    "dark": _make_theme(
        page="#14181D",
        grid="#14181D",
        plain="#29313A",
        grain="#29313A",
        sheen="#29313A",
        ink="#F1E9D6",
        muted="#9AA2A9",
        card="#29313A",
        accent="#22648F",
        light="#F1E9D6",
        edge="#9AA2A9",
        tile_ink="#14181D",
        new="#FFD166",
        gold="#D79A1E",
        blank="#9C261D",
        d="#2F6488",
        d_ink="#F1E9D6",
        t="#559FCF",
        t_ink="#14181D",
        q="#519241",
        q_ink="#14181D",
        D="#864048",
        D_ink="#F1E9D6",
        T="#E58277",
        T_ink="#14181D",
        Q="#C4ADE8",
        Q_ink="#14181D",
        X="#56616D",
        X_ink="#F1E9D6",
        ghost="#DCD5C3",
        green="#519241",
    ),
    "contrast": _make_theme(
        page="#FFFFFF",
        grid="#BDBDBD",
        plain="#F8F8F8",
        grain="#F8F8F8",
        sheen="#F8F8F8",
        ink="#000000",
        muted="#454545",
        card="#F0F0F0",
        accent="#00528F",
        light="#FFFFFF",
        edge="#454545",
        tile_ink="#000000",
        new="#FFE868",
        gold="#A65F00",
        blank="#6E1200",
        d="#A8D2FA",
        d_ink="#000000",
        t="#00528F",
        t_ink="#FFFFFF",
        q="#202100",
        q_ink="#FFFFFF",
        D="#EDA451",
        D_ink="#000000",
        T="#6E1200",
        T_ink="#FFFFFF",
        Q="#1C0038",
        Q_ink="#FFFFFF",
        X="#989898",
        X_ink="#000000",
        ghost="#F0F0F0",
        green="#1E6B1E",
    ),
    "wood": _make_theme(
        page="#EFE2CB",
        grid="#A9814F",
        plain="#C39C66",
        grain="#B38952",
        sheen="#DDBB8A",
        ink="#2E1D0E",
        muted="#6A4623",
        card="#FFF1D6",
        accent="#6A4623",
        light="#FFF1D6",
        edge="#6A4623",
        tile_ink="#2E1D0E",
        new="#FFCF6B",
        gold="#A5650F",
        blank="#98271E",
        d="#B9DBDC",
        d_ink="#185A66",
        t="#185A66",
        t_ink="#FFF1D6",
        q="#54702C",
        q_ink="#FFF1D6",
        D="#F4CBB6",
        D_ink="#98271E",
        T="#98271E",
        T_ink="#FFF1D6",
        Q="#4D2C66",
        Q_ink="#FFF1D6",
        X="#6A4623",
        X_ink="#FFF1D6",
        ghost="#EFE2CB",
        green="#54702C",
    ),
}
