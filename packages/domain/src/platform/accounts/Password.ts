import { type Failure, failure } from "../../kernel/Failure.ts"
import { codePoints } from "../../kernel/TextRule.ts"

/** The permitted length of a password, in code points. */
export const passwordMin = 8
export const passwordMax = 256

/**
 * Returns the failure of a new password, or undefined when it is valid: 8-256 code points of any kind. The failure
 * never contains the password.
 *
 * @example judgePassword("hunter2")?.measured // 7
 */
export const judgePassword = (password: string): Failure | undefined => {
  const field = "password"
  const measured = codePoints(password)
  if (measured < passwordMin) {
    const message = `A password needs ${passwordMin} or more characters; this one has ${measured}.`
    return failure("INVALID_REQUEST", message, { field, measured, limit: passwordMin })
  }
  if (measured > passwordMax) {
    const message = `A password takes at most ${passwordMax} characters; this one has ${measured}.`
    return failure("INVALID_REQUEST", message, { field, measured, limit: passwordMax })
  }
  return undefined
}
