import { phrases } from "./Phrases.ts"

/** Adverbs that say that something changes much, and not how much. */
export const degreeAdverbs = phrases([
  "significantly",
  "substantially",
  "considerably",
  "sharply",
  "dramatically",
  "drastically",
  "materially",
  "markedly",
  "massively",
  "meaningfully",
  "noticeably",
  "notably",
  "vastly",
  "hugely",
  "strongly",
  "steeply",
  "rapidly",
  "slightly",
  "somewhat",
  "modestly",
  "a little",
  "a bit",
  "a lot",
  "a great deal",
  "quite a bit"
])

/** Words for a number of things that name none. */
export const vagueAmounts = phrases([
  "many",
  "several",
  "numerous",
  "a lot of",
  "lots of",
  "plenty of",
  "a few",
  "a handful of",
  "a number of",
  "a couple of",
  "dozens of",
  "countless",
  "hardly any",
  "very few"
])

/** Adjectives of size, which leave an amount open: "a large share". */
export const sizeAdjectives = new Set(
  ("large big huge small significant substantial considerable sizable sizeable great meaningful material notable "
    + "massive tiny good fair high low").split(" ")
)

/** Adjectives that leave an amount open without an article, too: "large numbers", "significant growth". */
export const amountAdjectives = new Set("large huge significant substantial considerable massive meaningful".split(" "))

/** Nouns of amount that such an adjective leaves open, when "of" follows: "a large share of". */
export const amountNouns = new Set(
  "share shares number numbers part parts portion fraction".split(" ")
)

/** Nouns of amount and change that such an adjective leaves open by themselves: "a significant drop". */
export const changeNouns = new Set(
  "amount amounts proportion percentage increase decrease rise fall drop decline growth reduction gain loss jump surge cut"
    .split(" ")
)

/**
 * Words on whose meaning two careful readers can differ, so that a question with them fails the clairvoyance test
 * (Howard 1988: a clairvoyant could answer without asking back). They are adjectives and verbs of success, size and
 * quality.
 */
export const vagueWords = phrases([
  "mainstream",
  "successful",
  "successfully",
  "succeed",
  "improve",
  "improved",
  "worsen",
  "deteriorate",
  "major",
  "leading",
  "dominant",
  "dominate",
  "popular",
  "widespread",
  "widely",
  "viable",
  "important",
  "influential",
  "serious",
  "seriously",
  "severe",
  "severely",
  "better",
  "worse",
  "strong",
  "weak",
  "healthy",
  "effective",
  "effectively",
  "relevant",
  "key player",
  "big player",
  "take off",
  "gain traction",
  "catch on",
  "game changer",
  "game changing",
  "meaningful",
  "credible",
  "good",
  "bad",
  "normal",
  "escalate",
  "recover",
  "struggle",
  "thrive"
])

/** Times that move with the day on which they are read. */
export const relativeTimes = phrases([
  "soon",
  "shortly",
  "eventually",
  "someday",
  "at some point",
  "sooner or later",
  "in the near future",
  "in the foreseeable future",
  "in the near term",
  "in the short term",
  "in the medium term",
  "in the long run",
  "before long",
  "nowadays",
  "tomorrow",
  "tonight",
  "today"
])

/** Nouns of time that "next" and "this" make relative. */
export const timeNouns = new Set(
  ("day days week weeks weekend month months quarter quarters year years decade decades season summer autumn fall winter "
    + "spring century meeting meetings session").split(" ")
)

/** Nouns of duration, which "within six" makes relative. */
export const durationNouns = new Set(
  "day days week weeks month months quarter quarters year years decade decades".split(" ")
)
