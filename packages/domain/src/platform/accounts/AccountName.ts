import { Either } from "effect"
import { caseFold } from "../../text/CaseFold.ts"
import { foldLookalikes } from "../../text/Lookalikes.ts"
import { isReservedName } from "./isReservedName.ts"
import { type Failure, failure } from "../../kernel/Failure.ts"
import { hiddenCharacter } from "../../kernel/hiddenCharacter.ts"
import { codePoints } from "../../kernel/TextRule.ts"

/** The permitted length of a name, in code points after normalisation. */
export const accountNameMin = 2
export const accountNameMax = 64

/**
 * Normalises a name to its stored form: NFKC, trimmed. Fails with `INVALID_REQUEST` when it is not 2-64 code points
 * long, contains a control, zero-width, bidirectional or otherwise invisible character, or is reserved.
 *
 * @example normaliseName("  Ａda ") // right("Ada")
 */
export const normaliseName = (name: string): Either.Either<string, Failure> => {
  const field = "name"
  const normal = name.normalize("NFKC").trim()
  const measured = codePoints(normal)
  if (measured < accountNameMin) {
    const message = `A name needs ${accountNameMin} or more characters; this one has ${measured}.`
    return Either.left(failure("INVALID_REQUEST", message, { field, measured, limit: accountNameMin }))
  }
  if (measured > accountNameMax) {
    const message = `A name takes at most ${accountNameMax} characters; this one has ${measured}.`
    return Either.left(failure("INVALID_REQUEST", message, { field, measured, limit: accountNameMax }))
  }
  const hidden = hiddenCharacter(normal)
  if (hidden !== undefined) {
    const message = `A name must not contain the invisible character ${hidden}.`
    return Either.left(failure("INVALID_REQUEST", message, { field, measured: hidden }))
  }
  if (isReservedName(normal)) {
    const message = `"${normal}" could be mistaken for the platform or its operators; choose another name.`
    return Either.left(failure("INVALID_REQUEST", message, { field, measured: normal }))
  }
  return Either.right(normal)
}

/**
 * The form in which names are unique and searched: case and look-alikes folded, runs of white space as one space,
 * dashes and apostrophes unified, without variation selectors.
 *
 * @example nameKey("ADA  L") === nameKey("ada l") // true
 */
export const nameKey = (name: string): string =>
  foldLookalikes(caseFold(name.replace(/[\uFE00-\uFE0F]/g, "")))
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[\u2018\u2019\u02BC]/g, "'")
    .replace(/[\s\u2800]+/g, " ")
