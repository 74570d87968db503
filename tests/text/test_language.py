import pytest

from inspector.text.language import differ, language_of

TEXTS = {
    "Cyrillic": "добавь тест для parser.py, но не трогай старый порт",
    "Han": "不要修改 tide.py 的数据库",
    "Hangul": "데이터베이스를 수정하지 마세요",
    "de": "Bitte füge einen Test für den Parser hinzu, aber nicht im alten Ordner",
    "fr": "Ajoute un test pour le parseur mais pas dans le vieux dossier",
    "es": "no hay que tocar los archivos de la base en el puerto",
    "pt": "não deve mudar os arquivos da base, faça isso com o porto",
    "it": "non toccare i file della base, fai un test per il porto",
    "nl": "voeg een test toe voor de parser, maar niet in het oude deel",
    "pl": "dodaj test dla parsera, ale nie w starym porcie i tylko raz",
    "cs": "přidej prosím test, ale ne do staré složky",
    "en": "Please add a test for the parser, but not in the old folder.",
}


@pytest.mark.parametrize("language", TEXTS)
def test_a_sentence_is_known_by_its_letters_or_its_small_words(language):
    assert language_of(TEXTS[language]) == language


@pytest.mark.parametrize(
    "text", ["", "npm run test", "add tests", '"id": "5859965f9f4777c2ac5e3a98"', "do a rebase", "one per render"]
)
def test_what_does_not_tell_is_taken_for_no_other_language(text):
    assert language_of(text) in ("", "en")
    assert not differ(text, TEXTS["en"])


def test_code_and_paths_say_nothing_of_the_language_of_a_text():
    assert language_of("проверь `should_be_the_old_parser` в src/the/of/and.py и в docs/for_the_user.md") == "Cyrillic"


@pytest.mark.parametrize("language", [name for name in TEXTS if name != "en"])
def test_two_languages_differ_and_one_does_not(language):
    assert differ(TEXTS[language], TEXTS["en"]) and not differ(TEXTS[language], TEXTS[language])
