import type { AnswerPart } from "./AnswerParts.ts"
import { type Fields, elementsOf, fieldsOf, isObject } from "./serverWords.ts"

const isThought = /think|thought|reason/i

/** The first of these fields that has a text which is not empty. */
const textIn = (fields: Fields, names: ReadonlyArray<string>): string | undefined =>
  names.map((name) => fields[name]).find((text): text is string => typeof text === "string" && text !== "")

/** What one element of a message's content says: a text, or an object whose type says what it is. */
const elementPart = (element: unknown): AnswerPart => {
  if (typeof element === "string") return { text: element }
  const fields = fieldsOf(element)
  const { text, thought, type } = fields
  const name = typeof type === "string" ? type : Object.keys(fields).find((key) => key !== "thought" && key !== "text")
  if (thought === true || isThought.test(String(type)))
    return { instead: [thought === true ? "thoughts" : String(type)] }
  if (type === "refusal") return { refusal: textIn(fields, ["refusal", "text"]) ?? "" }
  const value = isObject(text) ? text["value"] : text
  return typeof value === "string" ? { text: value } : name === undefined ? {} : { instead: [name] }
}

const joined = (parts: ReadonlyArray<AnswerPart>): AnswerPart => {
  const [text, refusal] = [
    parts.map((part) => part.text ?? "").join(""),
    parts.map((part) => part.refusal ?? "").join("")
  ]
  const instead = parts.flatMap((part) => part.instead ?? [])
  return {
    ...(text === "" ? {} : { text }),
    ...(refusal === "" ? {} : { refusal }),
    ...(instead.length === 0 ? {} : { instead })
  }
}

/** What the content of a message says: a text, or a list of texts and of objects. */
export const contentPart = (content: unknown): AnswerPart =>
  joined(
    (Array.isArray(content) ? elementsOf(content) : isObject(content) || typeof content === "string" ? [content] : [])
      .map(elementPart)
  )

/** Fields of a message beside its content, which are not part of the answer's text. */
const besides =
  "reasoning_content reasoning reasoning_text reasoning_details thinking thinking_blocks tool_calls function_call audio images"
    .split(" ")

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : isObject(value) || (typeof value === "string" && value !== "")

/** The content of a message or a piece of it, its refusal, and its other fields. */
export const messagePart = (message: unknown): AnswerPart => {
  const fields = fieldsOf(message)
  const refusal = textIn(fields, ["refusal"])
  const instead = besides.filter((name) => isFilled(fields[name]))
  return joined([contentPart(fields["content"]), ...(refusal === undefined ? [] : [{ refusal }]), { instead }])
}
