import { createHash } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"

/**
 * A fault of a fake embeddings server. `down`: 503. `slow`: no answer while it lasts. `dimension`: vectors with one
 * dimension more. `uneven`: vectors of different dimensions. `zero`: zeros. `fewer`: a vector too few. `garbage`: not JSON.
 * `denied`: 401, with the key in the error. `long`: 400 for texts of more than 100 characters.
 */
export type EmbeddingsFault =
  | "down"
  | "slow"
  | "dimension"
  | "uneven"
  | "zero"
  | "fewer"
  | "garbage"
  | "denied"
  | "long"

/** A request for vectors to a fake server. */
export interface FakeEmbeddingsRequest {
  readonly path: string
  readonly headers: IncomingMessage["headers"]
  readonly model: string
  readonly texts: ReadonlyArray<string>
}

/** The dimensions of the vectors. */
export const fakeDimensions = 64

/** Words of like meaning, which get the same vectors. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ["automobile", "car"],
  ["vehicle", "car"],
  ["physician", "doctor"],
  ["deluge", "flood"]
])

const hash = (text: string): Buffer => createHash("sha256").update(text).digest()

/** The vector of a text for a model: the sum of random vectors of its words. */
export const fakeVector = (model: string, text: string): ReadonlyArray<number> => {
  const vector = new Array<number>(fakeDimensions).fill(0)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ["empty"]) {
    const known = synonyms.get(word) ?? word
    const bytes = Buffer.concat([hash(`${model} ${known} 1`), hash(`${model} ${known} 2`)])
    for (let k = 0; k < fakeDimensions; k++) vector[k]! += (bytes[k]! - 127.5) / 127.5
  }
  return vector
}

/** Where fakes are asked for vectors: as OpenAI and as Ollama. */
export const embeddingPaths: ReadonlySet<string> = new Set(["/v1/embeddings", "/api/embed"])

export const readEmbeddingsRequest = async (request: IncomingMessage): Promise<FakeEmbeddingsRequest> => {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  const { input, model } = JSON.parse(text) as {
    readonly model: string
    readonly input: string | ReadonlyArray<string>
  }
  return {
    path: request.url ?? "/",
    headers: request.headers,
    model,
    texts: typeof input === "string" ? [input] : input
  }
}

export const sendJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {}
) => void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))

/** Answers a request for vectors; the caller holds back answers that are slow. */
export const answerEmbeddings = (
  response: ServerResponse,
  { headers, model, path, texts }: FakeEmbeddingsRequest,
  fault: EmbeddingsFault | undefined
): void => {
  if (fault === "down") return sendJson(response, 503, { error: { message: "overloaded" } })
  if (fault === "denied") {
    return sendJson(response, 401, { error: { message: `invalid key ${String(headers.authorization)}` } })
  }
  if (fault === "long" && texts.some((text) => text.length > 100)) {
    return sendJson(response, 400, { error: { message: "the input exceeds the context length" } })
  }
  if (fault === "garbage") return void response.writeHead(200).end("<html>")
  const vectors = texts.slice(fault === "fewer" ? 1 : 0).map((text, at) => {
    if (fault === "zero") return new Array<number>(fakeDimensions).fill(0)
    const isLonger = fault === "dimension" || (fault === "uneven" && at === 0)
    return [...fakeVector(model, text), ...isLonger ? [1] : []]
  })
  const body = path === "/api/embed"
    ? { model, embeddings: vectors }
    // In another order than asked for, which the index tells.
    : { object: "list", data: vectors.map((embedding, index) => ({ index, embedding })).reverse() }
  sendJson(response, 200, body)
}
