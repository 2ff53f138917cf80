import { Either } from "effect"
import { failure, type Failure } from "../../kernel/Failure.ts"
import type { ModelMessage, ModelRequest } from "./ModelRequest.ts"

/** The limits of a request to a model: messages, and code points of all texts together. */
export const inferenceMessagesMax = 100
export const inferenceInputMax = 32_000

/** A request to an agent's model, before validation. */
export interface InferenceRequest {
  readonly messages: ReadonlyArray<ModelMessage>
  readonly system_prompt?: string
}

const invalid = (field: string, message: string, details: Partial<Failure> = {}) =>
  Either.left(failure("INVALID_REQUEST", `${field} ${message}`, { ...details, field }))

/** The number of code points, the unit of limits of texts. */
const sizeOf = (text: string): number => Array.from(text).length

/** Judges the messages and the system prompt of the request or of the persona. */
export const judgeInferenceRequest = (
  { messages, system_prompt }: InferenceRequest
): Either.Either<Omit<ModelRequest, "model">, Failure> => {
  if (messages.length < 1 || messages.length > inferenceMessagesMax) {
    return invalid("messages", `must hold 1 to ${inferenceMessagesMax} messages.`, {
      measured: messages.length,
      limit: inferenceMessagesMax
    })
  }
  const blank = messages.findIndex(({ content }) => content.trim() === "")
  if (blank >= 0) return invalid(`messages[${blank}].content`, "must not be blank.")
  if (messages.at(-1)!.role !== "user") return invalid("messages", "must end with a message of the role user.")
  const measured = sizeOf(system_prompt ?? "") + messages.reduce((sum, { content }) => sum + sizeOf(content), 0)
  if (measured > inferenceInputMax) {
    return invalid("messages", `must be at most ${inferenceInputMax} characters, together with the system prompt.`, {
      measured,
      limit: inferenceInputMax
    })
  }
  return Either.right({
    messages,
    ...(system_prompt === undefined || system_prompt.trim() === "" ? {} : { system_prompt })
  })
}
