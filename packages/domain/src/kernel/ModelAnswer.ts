import { Array as Arr, Either, Option } from "effect"
import { jsonObjectsIn } from "./jsonObjectsIn.ts"
import { withoutThoughts } from "./withoutThoughts.ts"

/** How many characters of a model's answer are read and kept, its thoughts not counted. */
export const modelAnswerLengthMax = 60_000

/** The end of a text. An answer stands behind what leads to it, so the front of a long text goes. */
export const lastCharacters = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(-max).replace(/^[\udc00-\udfff]/, "")

/**
 * What counts of a text that a model wrote: no thoughts, and of a long text its end.
 *
 * @example answerText("<think>{\"p\": 0.2}?</think> {\"p\": 0.9} ") // "{\"p\": 0.9}"
 */
export const answerText = (written: string, max: number = modelAnswerLengthMax): string =>
  lastCharacters(withoutThoughts(written).trim(), max)

/**
 * Reads what a model answered: the last JSON object of the right shape, since models correct themselves. Thoughts and
 * objects of other shapes do not count. Left says what is wrong, for the model: `otherwise` if no object is of the
 * shape. A text that ends within an object was cut off, so none of the earlier objects was the model's last word.
 */
export const readModelAnswer = <A>(
  written: string,
  decode: (object: Readonly<Record<string, unknown>>) => Option.Option<A>,
  otherwise: string
): Either.Either<A, string> => {
  const { isCut, objects } = jsonObjectsIn(answerText(written))
  if (isCut) return Either.left("The answer holds no complete JSON object at its end: it was cut off there.")
  if (objects.length === 0) return Either.left("The answer holds no complete JSON object.")
  for (const object of Arr.reverse(objects)) {
    const decoded = decode(object)
    if (Option.isSome(decoded)) return Either.right(decoded.value)
  }
  return Either.left(otherwise)
}
