import { Either, Option } from "effect"
import { type JsonObjects, jsonObjectsIn } from "./jsonObjectsIn.ts"
import { withoutThoughts } from "./withoutThoughts.ts"

/** The maximum number of characters of a model's answer that are read and kept, without its thoughts. */
export const modelAnswerLengthMax = 60_000

/** The end of a text. An answer follows its reasoning, so the beginning of a long text is dropped. */
export const lastCharacters = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(-max).replace(/^[\udc00-\udfff]/, "")

/**
 * The answer in the text of a model: without thoughts, and only the end of a long text.
 *
 * @example answerText("<think>{\"p\": 0.2}?</think> {\"p\": 0.9} ") // "{\"p\": 0.9}"
 */
export const answerText = (written: string, max: number = modelAnswerLengthMax): string =>
  lastCharacters(withoutThoughts(written).trim(), max)

/** Whether the object at `at` was replaced by a later object with its keys and not of the shape. */
const isCorrected = (objects: JsonObjects["objects"], at: number): boolean => {
  const keys = Object.keys(objects[at]!)
  return objects.slice(at + 1).some((later) => keys.every((key) => Object.hasOwn(later, key)))
}

/**
 * Reads the answer of a model: the last JSON object of the right shape, because models correct themselves. Thoughts and
 * objects of other shapes are ignored. A failure is a message for the model: `otherwise` if no object has the shape. If
 * the text ends within an object, the answer was cut off and earlier objects do not count. An object does not count
 * either if an unreadable object with its keys follows.
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
