import { type Failure, failure } from "./Failure.ts"

/** The longest URI that any field takes, in characters. */
export const uriLengthMax = 2048

/**
 * Is this an absolute http(s) URI of at most 2,048 characters: scheme, a host, no credentials, no blank, control or
 * bracket-like character? Syntax only; whether the address may be called is for the egress guard to say.
 *
 * @example isHttpUri("https://example.org/a?b#c") // true
 * @example isHttpUri("javascript:alert(1)") // false
 */
export const isHttpUri = (text: string): boolean =>
  text.length <= uriLengthMax &&
  /^https?:\/\/(?:[\p{L}\p{M}\p{N}._~%-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#][^\s\p{C}<>"`{}|\\^]*)?$/iu.test(text)

/** What is wrong with the URI in `field`, or undefined. */
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
