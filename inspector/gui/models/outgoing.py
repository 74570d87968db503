"""What would be sent, in words: how much, to whom, at what price, and what was taken out of it."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.ask.redact import Secret
from inspector.gui.language import number, tr
from inspector.gui.models.figures import short
from inspector.gui.models.sheet import TextSheet
from inspector.workbench.model_runs import Outgoing


def total_words(outgoing: Sequence[Outgoing]) -> str:
    """``before sending: 3 requests, 447k tokens in, about 6.0k out ≈ $0.36 (prices of 2026-08-21)``.

    Of what can be sent; where only a key is missing, of what could be with one.
    """
    fits = [one for one in outgoing if not one.trouble]
    good = [one for one in fits if one.can_be_sent] or fits
    if not good:
        return tr("Nothing can be sent as it is.")
    requests = sum(one.requests - one.answered for one in good)
    if not requests:
        return tr("Nothing is sent: all was answered before, and is free of charge.")
    words = tr("Before sending: {requests}, {tokens} tokens in, about {answers} out, {price}").format(
        requests=tr("1 request") if requests == 1 else tr("{n} requests").format(n=number(requests)),
        tokens=short(sum(one.tokens for one in good)),
        answers=short(sum(one.answers for one in good)),
        price=_sum(good),
    )
    lacking = dict.fromkeys(one.keyless for one in fits if one.keyless)
    return " ".join((f"{words}. {tr('Nothing has left this machine.')}", *lacking))


def price_words(one: Outgoing) -> str:
    """What one column would cost."""
    if one.trouble:
        return tr("cannot be sent")
    return tr("{price} · no key").format(price=_sum([one])) if one.keyless else _sum([one])


def detail_words(one: Outgoing) -> str:
    """To whom a column would send, with which key, under which prompt; or why it cannot."""
    if one.trouble:
        return one.trouble
    repeats = one.variant.repeats if one.variant is not None else 1
    each = sum(sending.expected.input or 0 for sending in one.sent)
    parts = [
        tr("to {destination}").format(destination=one.destination),
        one.credentials,
        one.variant.settings.words if one.variant is not None else "",
        tr("{n} tokens each time").format(n=number(each)) if one.variant is not None else "",
        tr("{n} answered before, not asked again").format(n=number(one.answered)) if one.answered else "",
        tr("{n} repeats").format(n=number(repeats)) if repeats > 1 else "",
        tr("the budget cannot be enforced: the price is not known") if one.price.dollars is None else "",
        _secrets_words(one.secrets),
    ]
    return " · ".join(part for part in parts if part)


def request_sheet(one: Outgoing) -> TextSheet:
    """Every message word for word, as it would leave."""
    sheet = TextSheet()
    for place, sending in enumerate(one.sent, 1):
        for message in sending.messages:
            head = tr("request {i} of {n} · {purpose} · {role}")
            sheet.add_title(
                head.format(i=number(place), n=number(len(one.sent)), purpose=sending.purpose, role=message.role)
            )
            sheet.add_text(place, message.text)
    return sheet


def _secrets_words(secrets: Sequence[Secret]) -> str:
    if not secrets:
        return tr("no secrets found")
    return tr("1 secret taken out") if len(secrets) == 1 else tr("{n} secrets taken out").format(n=number(len(secrets)))


def secret_words(secret: Secret) -> str:
    """What a secret is, without its value."""
    times = tr("{n} times").format(n=number(secret.times)) if secret.times > 1 else ""
    return " · ".join(part for part in (secret.kind, secret.hint, times, tr("taken out")) if part)


def _sum(outgoing: Sequence[Outgoing]) -> str:
    unknown = sum(one.price.dollars is None for one in outgoing)
    dollars = sum(one.price.dollars or 0.0 for one in outgoing)
    dates = sorted({one.price.checked for one in outgoing if one.price.checked})
    if unknown == len(outgoing):
        return ", ".join(dict.fromkeys(one.unpriced for one in outgoing))
    more = f" {tr('and what is not on the price list')}" if unknown else ""
    if not dates and not dollars:
        return tr("free of charge") + more
    if not dates:
        return tr("≈ ${dollars} (price set by you)").format(dollars=f"{dollars:.2f}") + more
    return tr("≈ ${dollars} (prices of {date})").format(dollars=f"{dollars:.2f}", date=dates[0]) + more
