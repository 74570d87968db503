import pytest
from inspector.text.language import Speaker, differ, language_of

# What people say to an agent, five short messages each.
SAID = {
    "en": [
        "never push to main",
        "use pnpm, not npm",
        "keep the old API, please",
        "tests first",
        "why is the build red?",
    ],
    "de": [
        "nie auf main pushen",
        "nimm pnpm, nicht npm",
        "die alte API bleibt",
        "zuerst die Tests",
        "warum ist der Build rot?",
    ],
    "fr": [
        "ne pousse jamais sur main",
        "utilise pnpm, pas npm",
        "garde l'ancienne API",
        "les tests d'abord",
        "pourquoi le build est rouge ?",
    ],
    "es": [
        "nunca hagas push a main",
        "usa pnpm, no npm",
        "mantén la API antigua",
        "primero los tests",
        "¿por qué está rojo el build?",
    ],
    "it": [
        "non fare mai push su main",
        "usa pnpm, non npm",
        "tieni la vecchia API",
        "prima i test",
        "perché la build è rossa?",
    ],
    "pt": [
        "nunca faça push para a main",
        "use pnpm, não npm",
        "mantenha a API antiga",
        "primeiro os testes",
        "por que o build está vermelho?",
    ],
    "nl": [
        "nooit naar main pushen",
        "gebruik pnpm, geen npm",
        "de oude API blijft",
        "eerst de tests",
        "waarom is de build rood?",
    ],
    "sv": [
        "pusha aldrig till main",
        "använd pnpm, inte npm",
        "behåll det gamla API:et",
        "testerna först",
        "varför är bygget rött?",
    ],
    "da": [
        "push aldrig til main",
        "brug pnpm, ikke npm",
        "behold den gamle API",
        "testene først",
        "hvorfor er buildet rødt?",
    ],
    "no": [
        "aldri push til main",
        "bruk pnpm, ikke npm",
        "behold det gamle API-et",
        "testene først",
        "hvorfor er bygget rødt?",
    ],
    "fi": [
        "älä koskaan puske mainiin",
        "käytä pnpm:ää, ei npm:ää",
        "säilytä vanha API",
        "testit ensin",
        "miksi build on punainen?",
    ],
    "pl": [
        "nigdy nie pushuj na main",
        "używaj pnpm, nie npm",
        "zostaw stare API",
        "najpierw testy",
        "dlaczego build jest czerwony?",
    ],
    "cs": [
        "nikdy nepushuj do main",
        "použij pnpm, ne npm",
        "staré API nech být",
        "nejdřív testy",
        "proč je build červený?",
    ],
    "uk": [
        "ніколи не пуш в main",
        "використовуй pnpm, не npm",
        "залиш старий API",
        "спочатку тести",
        "чому білд червоний?",
    ],
    "ru": [
        "никогда не пушь в main",
        "используй pnpm, а не npm",
        "оставь старый API",
        "сначала тесты",
        "почему сборка красная?",
    ],
    "tr": [
        "asla main'e push yapma",
        "npm değil pnpm kullan",
        "eski API kalsın",
        "önce testler",
        "build neden kırmızı?",
    ],
    "el": [
        "ποτέ push στο main",
        "χρησιμοποίησε pnpm, όχι npm",
        "κράτα το παλιό API",
        "πρώτα τα τεστ",
        "γιατί είναι κόκκινο το build;",
    ],
    "he": [
        "אף פעם אל תדחוף ל-main",
        "תשתמש ב-pnpm ולא ב-npm",
        "תשאיר את ה-API הישן",
        "קודם הבדיקות",
        "למה ה-build אדום?",
    ],
    "ar": [
        "لا تدفع إلى main أبدا",
        "استخدم pnpm وليس npm",
        "احتفظ بالواجهة القديمة",
        "الاختبارات أولا",
        "لماذا البناء أحمر؟",
    ],
    "hi": ["main पर कभी push मत करो", "npm नहीं, pnpm इस्तेमाल करो", "पुराना API रहने दो", "पहले टेस्ट", "build लाल क्यों है?"],
    "th": ["ห้าม push ไปที่ main", "ใช้ pnpm ไม่ใช่ npm", "เก็บ API เดิมไว้", "เขียนเทสต์ก่อน", "ทำไม build ถึงแดง"],
    "ko": ["main에 절대 푸시하지 마", "npm 말고 pnpm 써", "기존 API는 유지해", "테스트 먼저", "빌드가 왜 빨간색이야?"],
    "ja": [
        "mainには絶対にpushしないで",
        "npmではなくpnpmを使って",
        "古いAPIは残して",
        "テストを先に",
        "なぜビルドが赤いの？",
    ],
    "zh": ["不要推送到 main", "用 pnpm，不要用 npm", "保留旧的 API", "先写测试", "为什么构建是红的？"],
    "vi": [
        "không bao giờ push lên main",
        "dùng pnpm, không dùng npm",
        "giữ lại API cũ",
        "viết test trước",
        "tại sao build bị đỏ?",
    ],
    "id": [
        "jangan pernah push ke main",
        "pakai pnpm, bukan npm",
        "pertahankan API lama",
        "tes dulu",
        "kenapa build-nya merah?",
    ],
    "hu": [
        "soha ne pusholj a mainre",
        "pnpm-et használj, ne npm-et",
        "maradjon a régi API",
        "előbb a tesztek",
        "miért piros a build?",
    ],
    "ro": [
        "nu da niciodată push pe main",
        "folosește pnpm, nu npm",
        "păstrează vechiul API",
        "întâi testele",
        "de ce e roșu build-ul?",
    ],
}
AS_ONE = {"no": "da"}
ENGLISH = "Please add a test for the parser, but not in the old folder."


@pytest.mark.parametrize("language", SAID)
def test_five_short_messages_tell_the_language_of_a_speaker(language):
    assert Speaker(SAID[language]).languages[0] == AS_ONE.get(language, language)


def test_one_short_message_mostly_tells_its_language_and_else_is_mostly_unknown():
    told = [(language_of(text), AS_ONE.get(language, language)) for language, texts in SAID.items() for text in texts]
    assert sum(found == language for found, language in told) > len(told) / 2
    assert sum(found not in ("", language) for found, language in told) * 20 < len(told)


@pytest.mark.parametrize("language", SAID)
def test_a_short_rule_is_in_the_language_of_its_speaker(language):
    assert Speaker(SAID[language]).language_of(SAID[language][1]) == AS_ONE.get(language, language)


@pytest.mark.parametrize(
    "text", ["", "npm run test", '"id": "5859965f9f4777c2ac5e3a98"', "src/the/of/and.py", "HTTP_TIMEOUT=30"]
)
def test_what_does_not_tell_is_taken_for_no_other_language(text):
    assert language_of(text) in ("", "en")
    assert not differ(language_of(text), "en")


def test_code_and_paths_say_nothing_of_the_language_of_a_text():
    assert language_of("prüfe noch einmal `should_be_the_old_parser` in src/the/of/and.py und in docs/for.md") == "de"


def test_a_pasted_page_counts_no_more_than_a_message():
    assert Speaker([*SAID["de"] * 6, ENGLISH * 200]).languages[0] == "de"


def test_a_speaker_of_two_languages_is_taken_by_the_sentence():
    both = Speaker([*SAID["ja"], *[ENGLISH] * 3])
    assert set(both.languages) == {"ja", "en"}
    assert both.language_of("テストを先に書いてください") == "ja" and both.language_of(ENGLISH) == "en"
    assert both.language_of("ok") == "", "neither: so it differs from nothing"


def test_nothing_said_is_no_language():
    assert Speaker([]).languages == () and Speaker([]).language_of(ENGLISH) == "en"


def test_unknown_differs_from_nothing():
    assert differ("de", "en") and not differ("de", "de") and not differ("", "en") and not differ("en", "")
