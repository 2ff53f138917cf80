import { type Failure, failure } from "./Failure.ts"
import { hiddenInLine } from "./hiddenCharacter.ts"

/** What a text field may hold: its length in Unicode code points, and whether people read it as one line. */
export interface TextRule {
  readonly min?: number
  readonly max: number
  /** A title, a name or an option: without line breaks and invisible characters (`hiddenInLine`). */
  readonly isLine?: boolean
}

/**
 * The number of Unicode code points in a text; every "characters" limit of this platform counts these.
 *
 * @example codePoints("👍") // 1
 */
export const codePoints = (text: string): number => {
  let count = 0
  for (let at = 0; at < text.length; at += text.codePointAt(at)! > 0xffff ? 2 : 1) count++
  return count
}

/**
 * Returns the failure of the text of `field`, or undefined when it is valid. Besides the length it checks for NUL and
 * lone surrogates, which a UTF-8 database cannot store, and a line for what nobody sees.
 *
 * @example judgeText("bio", "x".repeat(501), { max: 500 })?.measured // 501
 */
export const judgeText = (field: string, text: string, rule: TextRule): Failure | undefined => {
  const measured = codePoints(text)
  const min = rule.min ?? 0
  if (measured < min) {
    const message = `${field} needs ${min} or more characters; it has ${measured}.`
    return failure("INVALID_REQUEST", message, { field, measured, limit: min })
  }
  if (measured > rule.max) {
    const message = `${field} takes at most ${rule.max} characters; it has ${measured}.`
    return failure("INVALID_REQUEST", message, { field, measured, limit: rule.max })
  }
  if (/[\0\p{Cs}]/u.test(text)) {
    return failure("INVALID_REQUEST", `${field} contains a NUL or half a surrogate pair, which is not valid text.`, {
      field
    })
  }
  const hidden = rule.isLine === true ? hiddenInLine(text) : undefined
  return hidden === undefined
    ? undefined
    : failure("INVALID_REQUEST", `${field} is one line and must not contain the invisible character ${hidden}.`, {
      field,
      measured: hidden
    })
}
