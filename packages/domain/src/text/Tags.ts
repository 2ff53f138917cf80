import { type Failure, failure } from "../kernel/Failure.ts"
import { codePoints } from "../kernel/TextRule.ts"

/** The limits of tags: how many, and the code points of each. */
export const tagsMax = 10
export const tagRule = { max: 50 } as const

/** The longest text of tags that is read, in UTF-16 code units. */
const tagsTextMax = 4_000

/**
 * The tags of a text in which commas separate them: trimmed, inner whitespace as one space, without a leading `#`, and
 * each once whatever its letter case.
 *
 * @example tagsIn("AI, #rates,, ai , euro  area") // ["AI", "rates", "euro area"]
 */
export const tagsIn = (text: string): ReadonlyArray<string> => {
  const known = new Map<string, string>()
  for (const part of text.split(",")) {
    const tag = part.trim().replace(/\s+/g, " ").replace(/^[# ]+/, "")
    const key = tag.toLowerCase()
    if (tag !== "" && !known.has(key)) known.set(key, tag)
  }
  return [...known.values()]
}

/** The failures of tags: too many, or one that is too long. */
export const judgeTags = (text: string): ReadonlyArray<Failure> => {
  const field = "tags"
  if (text.length > tagsTextMax) {
    const message = `tags takes at most ${tagsTextMax} characters in all; it has ${text.length}.`
    return [failure("INVALID_REQUEST", message, { field, measured: text.length, limit: tagsTextMax })]
  }
  const tags = tagsIn(text)
  const longest = Math.max(0, ...tags.map(codePoints))
  return [
    ...(tags.length <= tagsMax ? [] : [
      failure("INVALID_REQUEST", `tags takes at most ${tagsMax} tags; there are ${tags.length}.`, {
        field,
        measured: tags.length,
        limit: tagsMax
      })
    ]),
    ...(longest <= tagRule.max ? [] : [
      failure("INVALID_REQUEST", `A tag has at most ${tagRule.max} characters; one has ${longest}.`, {
        field,
        measured: longest,
        limit: tagRule.max
      })
    ])
  ]
}
