import { Either } from "effect"
import { type Failure, failure } from "../../kernel/Failure.ts"
import { codePoints } from "../../kernel/TextRule.ts"

/** The maximum length of an address in characters (RFC 5321, section 4.5.3.1.3, minus the angle brackets). */
export const emailLengthMax = 254

// One @ with text on both sides, and no character that could end a mail header or a route.
const shape = /^[^\s\p{C}@<>()[\],;:"\\]+@[^\s\p{C}@<>()[\],;:"\\.]+(?:\.[^\s\p{C}@<>()[\],;:"\\.]+)*$/u

/**
 * Normalises an address to its stored form, trimmed. Fails with `INVALID_REQUEST` when it does not have exactly one @,
 * is longer than 254 characters, or contains whitespace, control characters or characters of header syntax. Does not
 * check whether the address exists.
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
