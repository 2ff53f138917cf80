import { type ClientFrame, embedTextsMax } from "./Frame.ts"
import { frameBytesMax, requestIdLengthMax } from "./frameLimits.ts"
import { readHeartbeat } from "./readHeartbeat.ts"

/** A text message that is not a frame of the protocol, and why. */
export interface FrameFault {
  readonly fault: string
}

/** A frame of a type that this version does not know. */
export interface UnknownFrame {
  readonly unknown: string
}

/** The text in the payload that a frame of this type must have. */
const textFields = { infer_chunk: "content", infer_done: "full_response", infer_error: "error" } as const

const fault = (reason: string): FrameFault => ({ fault: reason })

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every((item) => typeof item === "string")

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/**
 * Reads a text message of a client; `bytes` is its size. Checked by hand, because a frame carries one token or a few and
 * there are thousands a second; the schemas describe the same frames.
 */
export const readClientFrame = (text: string, bytes: number): ClientFrame | UnknownFrame | FrameFault => {
  const frame = parse(text)
  if (!isObject(frame)) return fault("not a JSON object")
  const { payload, request_id, type } = frame
  if (typeof type !== "string") return fault("type must be a string")
  if (!Object.hasOwn(frameBytesMax, type)) return { unknown: type.slice(0, 64) }
  const known = type as ClientFrame["type"]
  if (bytes > frameBytesMax[known]) return fault(`${known} has more than ${frameBytesMax[known]} bytes`)
  if (known === "heartbeat") return { type: known, payload: readHeartbeat(payload) }
  if (typeof request_id !== "string" || request_id.length > requestIdLengthMax) {
    return fault(`${known}: request_id must be the id of a request`)
  }
  const fields = isObject(payload) ? payload : {}
  if (known === "embed_done") {
    const { vectors } = fields
    return isTexts(vectors) && vectors.length <= embedTextsMax
      ? { type: known, request_id, payload: { vectors } }
      : fault(`${known}: payload.vectors must be a list of at most ${embedTextsMax} strings`)
  }
  const field = textFields[known]
  const value = fields[field]
  if (typeof value !== "string") return fault(`${known}: payload.${field} must be a string`)
  const reason = known === "infer_error" && fields["reason"] === "input" ? { reason: "input" } : {}
  return { type: known, request_id, payload: { [field]: value, ...reason } } as ClientFrame
}
