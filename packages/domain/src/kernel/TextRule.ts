import { type Failure, failure } from "./Failure.ts"

/** What a text field accepts, in Unicode code points. */
export interface TextRule {
  readonly min?: number
  readonly max: number
}

/**
 * The number of Unicode code points, which is what every "characters" limit of this platform counts.
 *
 * @example codePoints("👍") // 1
 */
export const codePoints = (text: string): number => {
  let count = 0
  for (let at = 0; at < text.length; at += text.codePointAt(at)! > 0xffff ? 2 : 1) count++
  return count
}

/**
 * What is wrong with the text of `field`, or undefined. Besides the length, NUL and lone surrogates are refused:
 * no UTF-8 database can keep them.
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
  return /[\0\p{Cs}]/u.test(text)
    ? failure("INVALID_REQUEST", `${field} holds a NUL or half a surrogate pair, which is not text.`, { field })
    : undefined
}
