import { Either } from "effect"
import { type Failure, failure } from "../kernel/Failure.ts"
import { codePoints } from "../kernel/TextRule.ts"

/** The longest address, in characters (RFC 5321, section 4.5.3.1.3, less the angle brackets). */
export const emailLengthMax = 254

// One @, something on either side of it, and nothing that could end a mail header or a route.
const shape = /^[^\s\p{C}@<>()[\],;:"\\]+@[^\s\p{C}@<>()[\],;:"\\.]+(?:\.[^\s\p{C}@<>()[\],;:"\\.]+)*$/u

/**
 * The address as it is stored: trimmed. Fails with `INVALID_REQUEST` when it has no or several @, is longer than 254
 * characters, or holds a blank, control or header character. Whether it exists, the verification mail finds out.
 *
 * @example normaliseEmail(" Ada@example.org ") // right("Ada@example.org")
 */
export const normaliseEmail = (email: string): Either.Either<string, Failure> => {
  const field = "email"
  const normal = email.normalize("NFC").trim()
  const measured = codePoints(normal)
  if (measured > emailLengthMax) {
    const message = `An e-mail address takes at most ${emailLengthMax} characters; this one has ${measured}.`
    return Either.left(failure("INVALID_REQUEST", message, { field, measured, limit: emailLengthMax }))
  }
  return shape.test(normal)
    ? Either.right(normal)
    : Either.left(failure("INVALID_REQUEST", "This is not an e-mail address (name@host).", { field }))
}

/**
 * The form in which addresses are unique: lower case.
 *
 * @example emailKey(" Ada@Example.org") // "ada@example.org"
 */
export const emailKey = (email: string): string => email.normalize("NFC").trim().toLowerCase()
