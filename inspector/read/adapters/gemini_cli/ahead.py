"""What later records of a Gemini CLI log tell of earlier ones: the walk has to know it before it gets there."""

from __future__ import annotations

from inspector.model import ItemKind
from inspector.read.adapters.gemini_cli.records import Told
from inspector.read.parts import pieces
from inspector.read.values import as_dict, as_list, as_text


def written_again(records: list[Told]) -> set[int]:
    """Records that only write the history down once more, right before the list that names just these.

    Answers among them have no model and no tokens: nothing was asked of one.
    """
    again: set[int] = set()
    for index, record in enumerate(records):
        messages = as_list(as_dict(record.value.get("$set")).get("messages")) if record.what == "set" else []
        names = {as_text(as_dict(message).get("id")) for message in messages}
        run: list[int] = []
        for place in range(index - 1, -1, -1):
            if records[place].what == "message" and as_text(records[place].value.get("id")) in names:
                run.append(place)
            elif records[place].what != "set" or "messages" in as_dict(records[place].value.get("$set")):
                # A set of anything else only tells when the log was written last.
                break
        answers = [one for one in (records[place].value for place in run) if one.get("type") == "gemini"]
        if len(run) == len(messages) and answers and not any(one.get("model") or one.get("tokens") for one in answers):
            again.update(run)
    return again


def answered_by_user(records: list[Told], again: set[int]) -> dict[str, int]:
    """Calls by id whose results stand in a record of the user as well, and where the last of these is."""
    found = {}
    for index, record in enumerate(records):
        if record.what != "message" or record.value.get("type") != "user" or index in again:
            continue
        for part in map(as_dict, as_list(record.value.get("content"))):
            name = as_text(as_dict(part.get("functionResponse")).get("id"))
            if name:
                found[name] = index
    return found


def exact_texts(records: list[Told]) -> dict[str, str]:
    """Texts of answers in lists that were written down: by the message's name, and by their words where these tell."""
    named, spoken = dict[str, str](), dict[str, set[str]]()
    for record in records:
        told = as_list(as_dict(record.value.get("$set")).get("messages")) if record.what == "set" else []
        for message in map(as_dict, told):
            content = message.get("content") if message.get("type") == "gemini" else None
            texts = [piece.value for piece in pieces(content, "", "model") if piece.kind is ItemKind.ASSISTANT]
            if isinstance(content, list) and len(texts) == 1 and isinstance(texts[0], str):
                named.setdefault(as_text(message.get("id")), texts[0])
                spoken.setdefault(texts[0].strip(), set()).add(texts[0])
    return {words: next(iter(texts)) for words, texts in spoken.items() if len(texts) == 1} | named
