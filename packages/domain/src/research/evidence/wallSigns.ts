import { Schema } from "effect"
import { dataFile } from "../../kernel/dataFile.ts"
import { optional } from "../../kernel/optional.ts"
import { RegExpSource } from "../../text/RegExpSource.ts"
import { type RejectionReason, rejectionReasons } from "./RejectionReason.ts"
import wallSignData from "./wallSigns.json" with { type: "json" }

const reasons = Object.keys(rejectionReasons) as Array<RejectionReason>

/** What gives a kind of page away that stands where an article should be. All in lower case, with straight apostrophes. */
const WallSignData = Schema.Struct({
  reason: Schema.Literal(...reasons),
  /** Tells the owner of a source what the page is. */
  sentence: Schema.NonEmptyTrimmedString,
  /** Matches the title of such a page, and hardly of an article. */
  title: RegExpSource,
  /** Phrases of such a page; each counts once. */
  phrases: Schema.Array(RegExpSource),
  /** Phrases that articles use, too: they count beside a title or a phrase, and on pages of very few words. */
  hints: optional(Schema.Array(RegExpSource))
})

const compiled = (source: string): RegExp => new RegExp(source, "u")

/** The kinds of pages that are not evidence, in the order of the checks. */
export const wallSigns = dataFile("wallSigns.json", Schema.Array(WallSignData), wallSignData).map(
  ({ hints = [], phrases, reason, sentence, title }) => ({
    reason,
    sentence,
    title: compiled(title),
    phrases: phrases.map(compiled),
    hints: hints.map(compiled)
  })
)

/** The signs of a kind of page. */
export type WallSigns = (typeof wallSigns)[number]
