import { type Failure, failure } from "./Failure.ts"

/** The maximum length of a URI in any field, in characters. */
export const uriLengthMax = 2048

/**
 * Whether a text is an absolute http(s) URI of at most 2,048 characters, with a host and without credentials,
 * whitespace, control characters or brackets. Checks syntax only; the egress guard decides whether the address may be
 * called.
 *
 * @example isHttpUri("https://example.org/a?b#c") // true
 * @example isHttpUri("javascript:alert(1)") // false
 */
export const isHttpUri = (text: string): boolean =>
  text.length <= uriLengthMax &&
  /^https?:\/\/(?:[\p{L}\p{M}\p{N}._~%-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#][^\s\p{C}<>"`{}|\\^]*)?$/iu.test(text)

/** Returns the failure of the URI in `field`, or undefined when it is valid. */
export const judgeHttpUri = (field: string, text: string): Failure | undefined =>
  isHttpUri(text)
    ? undefined
    : failure(
      "INVALID_REQUEST",
      `${field} must be an absolute http or https URI of at most ${uriLengthMax} characters.`,
      {
        field,
        measured: text.length,
        limit: uriLengthMax
      }
    )
