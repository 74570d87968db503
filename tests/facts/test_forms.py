import pytest
from inspector.facts.forms import form_of


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("ok, sounds good", "approval"),
        ("don't touch the schema", "prohibition"),
        ("please do not push to main", "prohibition"),
        ("不要修改数据库", "prohibition"),
        ("I'd prefer one commit per feature", "wish"),
        ("let's go with option 2", "choice"),
        ("every handler must log its errors", "obligation"),
        ("the export needs to be configurable", "obligation"),
        ("keep the old parser around", "keeping"),
        ("The charts stay English-only.", "keeping"),
        ("`tides.py`, `moons.py` — untouched", "keeping"),
        ("can you add a test for this?", "request question"),
        ("please add a test", "request"),
        ("why does the build fail?", "question"),
        ("add a test for the parser", "imperative"),
        ("squash the commits of the tide table", "imperative"),
        ("Archive the old lanterns", "imperative"),
        ("the server is on another machine", "report"),
        ("actually, forget that", "retraction"),
    ],
)
def test_a_unit_belongs_to_the_first_family_that_fits(text, form):
    assert form_of(text) == form


def test_saying_what_one_does_not_know_forbids_nothing():
    assert form_of("I don't know where it is stored") != "prohibition"


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("I will read the tables once more.", "report"),
        ("When the tide turns, the gauges are read twice.", "report"),
        ("You are working on the harbour branch", "clause"),
        ("do we still read the old gauges", "question"),
        ("why is the harbour table empty", "question"),
        ("is there a test for that", "question"),
        ("为什么港口的表是空的", "question"),
    ],
)
def test_without_a_question_mark_only_inversion_and_question_words_ask(text, form):
    assert form_of(text) == form


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("I will do the pushes myself.", "prohibition"),
        ("`readLegacy()` is forbidden, it leaks.", "prohibition"),
        ("Hands off src/vendor, it is a copy.", "prohibition"),
        ("No new dependencies, the image is frozen.", "prohibition"),
        ("Please stay out of docs/", "prohibition"),
        ("Use pnpm, not npm.", "obligation"),
        ("Before every commit, run the checks.", "obligation"),
        ("Is readLegacy() forbidden?", "question"),
        ("No new errors showed up.", "fragment"),
    ],
)
def test_rules_are_known_in_other_words_than_must_and_never(text, form):
    assert form_of(text) == form


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("we don't want moons in the tide table", "prohibition"),
        ("I do not want another config file", "prohibition"),
        ("let's avoid a second parser", "prohibition"),
        ("This needs to survive a restart", "obligation"),
        ("default to off", "obligation"),
        ("Keep one lantern per harbour", "keeping"),
        ("Keep it under 5 MB", "obligation"),
    ],
)
def test_what_nobody_wants_or_what_has_to_happen_is_a_rule(text, form):
    assert form_of(text) == form


@pytest.mark.parametrize(
    "text",
    [
        "you run on the ferry, so you do not have access to the lighthouse",
        "The filter defaults to tides when it is opened",
        "The wifi preference is read at the start",
        "do you think we don't need it?",
    ],
)
def test_what_only_describes_is_no_rule(text):
    assert form_of(text) not in ("prohibition", "obligation", "wish")


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Не трогай базу маяков", "prohibition"),
        ("таблица приливов должна быть отсортирована", "obligation"),
        ("можешь проверить тесты?", "request question"),
        ("почему падает сборка?", "question"),
        ("Создай файл с приливами", "imperative"),
        ("да, давай", "approval"),
        ("лучше без второго парсера", "wish"),
    ],
)
def test_russian_is_understood_as_far_as_the_others(text, form):
    assert form_of(text) == form


@pytest.mark.parametrize(
    ("form", "texts"),
    [
        (
            "prohibition",
            [
                "Por favor, não altere a tabela das marés",
                "no toques la tabla de mareas",
                "Ne touche pas à la table des marées",
                "la tabella non deve cambiare",
                "nie wolno zmieniać tabeli pływów",
                "潮汐表は変更しないでください",
                "조석표는 수정하지 마",
                "請不要改動潮汐表",
            ],
        ),
        (
            "obligation",
            [
                "os nomes dos faróis devem ser iguais aos da carta",
                "los nombres de los faros deben ser iguales",
                "il faut que chaque phare ait un nom",
                "ogni faro deve avere un nome",
                "każda latarnia musi mieć nazwę",
                "必ず全ての灯台に名前を付ける",
                "등대 이름은 반드시 있어야 한다",
                "每座燈塔必須有名字",
                "jedes Leuchtfeuer muss einen Namen haben",
            ],
        ),
        (
            "imperative",
            [
                "Adicione a coluna das marés",
                "añade la columna de mareas",
                "Ajoute la colonne des marées",
                "Aggiungi la colonna delle maree",
                "dodaj kolumnę pływów",
                "Entferne die zweite Spalte",
            ],
        ),
        (
            "request",
            [
                "preciso de uma lista de faróis",
                "necesito una lista de faros",
                "je voudrais une liste des phares",
                "vorrei una lista dei fari",
                "潮汐表を更新してください",
                "조석표를 고쳐 주세요",
                "幫我更新潮汐表",
            ],
        ),
        (
            "clause",
            [
                "a lista de faróis está vazia",
                "la lista de faros está vacía",
                "la liste des phares est vide",
                "la lista dei fari è vuota",
            ],
        ),
        ("wish", ["prefiro a versão curta", "prefiero la versión corta", "idéalement sans deuxième lecture"]),
    ],
)
def test_a_language_is_one_table(form, texts):
    assert {text: form_of(text) for text in texts} == dict.fromkeys(texts, form)


@pytest.mark.parametrize(
    "text", ["fix the parser so it reads no tide twice", "come and see the mas table", "use a sole port"]
)
def test_words_of_other_languages_tell_nothing_in_english(text):
    assert form_of(text) in ("imperative", "fragment")


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("When the gates hang, restart them", "imperative"),
        ("For the tides, please use the long names", "request"),
        ("in the live view, keep the harbours", "keeping"),
        ("If the gates hang, the ferries are late", "report"),
        ("when the gates hang", "fragment"),
    ],
)
def test_what_stands_behind_a_condition_or_a_place_is_what_is_said(text, form):
    assert form_of(text) == form


@pytest.mark.parametrize("text", ["You can't use docker", "You cannot push to main.", "you may not touch the schema"])
def test_what_somebody_may_not_do_is_forbidden(text):
    assert form_of(text) == "prohibition"


@pytest.mark.parametrize(
    "text",
    [
        "You can't use docker on this machine, it is not installed",
        "you can't see the difference",
        "You can't use the slider while the panel is open",
        "you can't push without a key",
    ],
)
def test_how_things_are_forbids_nothing(text):
    assert form_of(text) != "prohibition"
