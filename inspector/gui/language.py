"""Words, numbers and times as the user's language writes them."""

from __future__ import annotations

from datetime import datetime
from functools import cache

from PySide6.QtCore import QCoreApplication, QDate, QLocale


def tr(text: str) -> str:
    """A text of the program in the user's language; for modules that have no widget to ask."""
    return QCoreApplication.translate("inspector", text)


def number(value: int | float) -> str:
    """A whole number with separators: 1412 is "1,412"."""
    return _locale().toString(int(value))


def size(value: int) -> str:
    """A number of bytes as people say it: "4.2 MB"."""
    return _locale().formattedDataSize(value, 1, QLocale.DataSizeFormat.DataSizeTraditionalFormat)


def moment(iso: str | None) -> datetime | None:
    """A recorded time on this machine's clock; None where the log has none or it does not parse."""
    if not iso:
        return None
    try:
        return datetime.fromisoformat(iso.replace("Z", "+00:00")).astimezone()
    except ValueError:
        return None


def exact(iso: str | None) -> str:
    """A recorded time in full: "2 Mar 2026 08:14:07"; "" without one."""
    at = moment(iso)
    return f"{_locale().toString(QDate(at.year, at.month, at.day), 'd MMM yyyy')} {at:%H:%M:%S}" if at else ""


def ago(iso: str | None) -> str:
    """How long since a recorded time, in its largest unit: "12 min ago"; "" without one."""
    at = moment(iso)
    if at is None:
        return ""
    seconds = max(0, int((datetime.now().astimezone() - at).total_seconds()))
    for unit, length in ((tr("%1 d ago"), 86400), (tr("%1 h ago"), 3600), (tr("%1 min ago"), 60)):
        if seconds >= length:
            return unit.replace("%1", number(seconds // length))
    return tr("just now")


@cache
def _locale() -> QLocale:
    found = QLocale()
    # The C locale of bare machines writes 1412 without a separator.
    return QLocale(QLocale.Language.English) if found.language() == QLocale.Language.C else found
