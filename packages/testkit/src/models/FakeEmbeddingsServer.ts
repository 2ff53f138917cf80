import { createHash } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

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

/** A request to a fake embeddings server. */
export interface FakeEmbeddingsRequest {
  readonly path: string
  readonly headers: IncomingMessage["headers"]
  readonly model: string
  readonly texts: ReadonlyArray<string>
}

/** A real HTTP server that speaks the embedding protocols of OpenAI (`/v1/embeddings`) and Ollama (`/api/embed`). */
export interface FakeEmbeddingsServer {
  readonly url: string
  /** The requests so far. */
  readonly requests: ReadonlyArray<FakeEmbeddingsRequest>
  /** The fault of the answers from now on; undefined for none. Its end answers the requests that were held up. */
  fault: EmbeddingsFault | undefined
  readonly close: () => Promise<void>
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

const bodyOf = async (request: IncomingMessage) => {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return JSON.parse(text) as { readonly model: string; readonly input: string | ReadonlyArray<string> }
}

const sendJson = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))

/** Starts a fake embeddings server on a loopback port. */
export const startEmbeddingsServer = async (): Promise<FakeEmbeddingsServer> => {
  const requests: Array<FakeEmbeddingsRequest> = []
  const held: Array<() => void> = []
  let fault: EmbeddingsFault | undefined

  const answer = (response: ServerResponse, { headers, model, path, texts }: FakeEmbeddingsRequest): void => {
    if (fault === "slow") return void held.push(() => answer(response, { headers, model, path, texts }))
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

  const listener = createServer((incoming, response) => {
    const path = incoming.url ?? "/"
    if (incoming.method !== "POST" || !["/v1/embeddings", "/api/embed"].includes(path)) {
      return sendJson(response, 404, { error: "no such path" })
    }
    bodyOf(incoming).then(({ input, model }) => {
      const texts = typeof input === "string" ? [input] : input
      const request = { path, headers: incoming.headers, model, texts }
      requests.push(request)
      answer(response, request)
    }, () => sendJson(response, 400, { error: "not JSON" }))
  })
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve))
  listener.unref()
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    requests,
    get fault() {
      return fault
    },
    set fault(next) {
      fault = next
      if (next !== "slow") { for (const resume of held.splice(0)) resume() }
    },
    close: () => {
      listener.closeAllConnections()
      return new Promise((resolve) => listener.close(() => resolve()))
    }
  }
}
