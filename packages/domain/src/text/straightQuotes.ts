/** Opening quotation marks, each with its closing marks. */
const pairs: ReadonlyArray<readonly [opening: string, closing: string]> = [
  ["“", "”“\""],
  ["„", "“”‟\""],
  ["‟", "”"],
  ["”", "”"],
  ["«", "»"],
  ["»", "«"],
  ["‹", "›"],
  ["›", "‹"],
  ["「", "」"],
  ["『", "』"],
  ["｢", "｣"],
  ["〝", "〞〟"],
  ["〞", "〞"],
  ["《", "》"],
  ["〈", "〉"],
  ["❝", "❞"],
  ["＂", "＂"]
]

/** Single quotation marks are apostrophes, too: a phrase in them begins and ends outside of words. */
const single = /(?<![\p{L}\p{N}])[‘‚]([^‘’‚"]*)[’‘](?![\p{L}\p{N}])/gu

/** A quotation that begins with a straight mark may end with a typographic mark. */
const straight = "\"[^\"“”]*[\"”]"

const typographic = new RegExp(
  [straight, ...pairs.map(([opening, closing]) => `${opening}[^${opening}${closing}]*[${closing}]`)].join("|"),
  "gu"
)
/** Signs of Hebrew and of minutes that stand for quotation marks, too, but outside of words. */
const signs = /(?<![\p{L}\p{N}])([״″])([^״″"]*)\1(?![\p{L}\p{N}])/gu
/** In scripts without spaces a phrase in marks stands within a run of letters. */
const withinLetters =
  /(?<=[\p{L}\p{N}])(?=[「『｢〝《〈])|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])(?=[“‘«])/gu

/**
 * A search text with phrases in straight quotes, whichever quotation marks they were typed in: `“…”`, `„…“`, `«…»`, `‹…›`,
 * `「…」` and others, and `‘…’` where it is no apostrophe. Marks without a partner stay as they are.
 *
 * @example straightQuotes("„second phase“ -«pilot plant»") // "\"second phase\" -\"pilot plant\""
 * @example straightQuotes("the bank’s ‘second phase’") // "the bank’s \"second phase\""
 */
export const straightQuotes = (text: string): string =>
  text.replace(withinLetters, " ").replace(typographic, (found) => `"${found.slice(1, -1)}"`).replace(single, "\"$1\"")
    .replace(signs, "\"$2\"")
