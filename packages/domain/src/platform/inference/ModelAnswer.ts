import { Either, Option } from "effect"
import { type JsonObjects, jsonObjectsIn } from "./jsonObjectsIn.ts"
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

/** Whether the object at `at` was corrected by a later one that has its keys and is not of the shape. */
const isCorrected = (objects: JsonObjects["objects"], at: number): boolean => {
  const keys = Object.keys(objects[at]!)
  return objects.slice(at + 1).some((later) => keys.every((key) => Object.hasOwn(later, key)))
}

/**
 * Reads what a model answered: the last JSON object of the right shape, since models correct themselves. Thoughts and
 * objects of other shapes do not count. Left says what is wrong, for the model: `otherwise` if no object is of the
 * shape. A text that ends within an object was cut off, so none of the earlier objects was the model's last word; nor was
 * one that is followed by another with its keys which cannot be read.
 */
export const readModelAnswer = <A>(
  written: string,
  decode: (object: Readonly<Record<string, unknown>>) => Option.Option<A>,
  otherwise: string
): Either.Either<A, string> => {
  const { broken, isCut, objects } = jsonObjectsIn(answerText(written))
  if (isCut) return Either.left("The answer holds no complete JSON object at its end: it was cut off there.")
  if (objects.length === 0) return Either.left("The answer holds no complete JSON object.")
  for (let at = objects.length - 1; at >= 0; at--) {
    const object = objects[at]!
    const decoded = decode(object)
    if (Option.isNone(decoded)) continue
    if (isCorrected(objects, at)) return Either.left(otherwise)
    return broken.some(({ key, objectsBefore }) => objectsBefore > at && Object.hasOwn(object, key))
      ? Either.left("The last JSON object of the answer is not valid JSON.")
      : Either.right(decoded.value)
  }
  return Either.left(otherwise)
}
