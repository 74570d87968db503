"""The matchers, cheapest first; the first that answers decides. Add yours here."""

from inspector.verdicts.matchers import answers, exact, lexical, normalised
from inspector.verdicts.matchers.matcher import Matcher

MATCHERS: tuple[Matcher, ...] = (exact.MATCHER, normalised.MATCHER, answers.MATCHER, lexical.MATCHER)
