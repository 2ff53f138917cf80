import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import {
  answerEmbeddings,
  type EmbeddingsFault,
  type FakeEmbeddingsRequest,
  readEmbeddingsRequest,
  sendJson
} from "./fakeEmbeddings.ts"
import { type FakeChatRequest, type ModelProtocol, modelProtocols } from "./modelProtocols.ts"

/**
 * A fault of a fake model server. `slow`: a pause before each piece. `stall`: nothing after the first piece. `silent`: no
 * answer at all. `cut`: the connection ends after the first piece. `garbage`: the answer is not of the protocol. `busy`:
 * 429 with Retry-After. `broken`: 500 with the protocol's error. `raw`: this body, with the status 200.
 */
export type ModelServerFault =
  | { readonly kind: "slow"; readonly millis: number }
  | { readonly kind: "stall" | "silent" | "cut" | "garbage" | "broken" }
  | { readonly kind: "busy"; readonly retryAfterSeconds: number }
  | { readonly kind: "raw"; readonly contentType: string; readonly body: string }

export interface FakeModelServerOptions {
  readonly protocol: ModelProtocol
  readonly models?: ReadonlyArray<string>
  /** The pieces of the answer to a request; a promise of them holds the answer back. */
  readonly answer?: (request: FakeChatRequest) => ReadonlyArray<string> | Promise<ReadonlyArray<string>>
  readonly port?: number
}

/** A real HTTP server that speaks the protocol of a provider of models. */
export interface FakeModelServer {
  readonly url: string
  /** The requests for answers so far. */
  readonly requests: ReadonlyArray<FakeChatRequest>
  /** How often the list of models has been asked for. */
  readonly listings: () => number
  /** The requests for vectors so far. */
  readonly embeddings: ReadonlyArray<FakeEmbeddingsRequest>
  /** How many answers are being sent, vectors included. */
  readonly open: () => number
  /** The fault of the answers from now on; undefined for none. */
  fault: ModelServerFault | undefined
  /** The same for vectors; those that are slow are never answered. */
  embeddingsFault: EmbeddingsFault | undefined
  models: ReadonlyArray<string>
  readonly close: () => Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return text === "" ? undefined : JSON.parse(text) as unknown
}

/** Starts a fake model server on a loopback port. */
export const startModelServer = async (
  { answer = () => ["Hel", "lo"], models = ["llama3:latest"], port = 0, protocol }: FakeModelServerOptions
): Promise<FakeModelServer> => {
  const shape = modelProtocols[protocol]
  const requests: Array<FakeChatRequest> = []
  const embeddings: Array<FakeEmbeddingsRequest> = []
  const timers = new Set<NodeJS.Timeout>()
  let open = 0
  let listings = 0

  const stream = async (response: ServerResponse, request: FakeChatRequest): Promise<void> => {
    const { fault } = server
    if (fault?.kind === "silent") return
    if (fault?.kind === "busy") {
      return sendJson(response, 429, shape.error("too many requests"), {
        "retry-after": String(fault.retryAfterSeconds)
      })
    }
    if (fault?.kind === "broken") return sendJson(response, 500, shape.error("the model crashed"))
    if (fault?.kind === "raw") {
      response.writeHead(200, { "content-type": fault.contentType })
      return void response.end(fault.body)
    }
    response.writeHead(200, { "content-type": shape.contentType })
    if (fault?.kind === "garbage") return void response.end("<html>not what was asked for</html>\n\n")
    const answered = answer(request)
    const pieces = answered instanceof Promise ? await answered : answered
    const model = shape.modelOf(request)
    let at = 0
    const next = (): void => {
      if (response.destroyed) return
      if (at > 0 && fault?.kind === "cut") return void response.destroy()
      if (at > 0 && fault?.kind === "stall") return
      const piece = pieces[at++]
      if (piece === undefined) return void response.end(shape.end(model))
      response.write(shape.piece(model, piece), () => {
        if (fault?.kind !== "slow") return next()
        const timer = setTimeout(() => {
          timers.delete(timer)
          next()
        }, fault.millis)
        timers.add(timer)
      })
    }
    next()
  }

  const listener = createServer((incoming, response) => {
    const path = incoming.url ?? "/"
    const listed = incoming.method === "GET" ? shape.listing(path, server.models) : undefined
    if (listed !== undefined) {
      listings++
      return sendJson(response, 200, listed)
    }
    const isEmbedding = path === shape.embeddingPath
    if (incoming.method !== "POST" || !(shape.isChat(path) || isEmbedding)) {
      return sendJson(response, 404, shape.error("no such path"))
    }
    open++
    response.on("close", () => void open--)
    if (isEmbedding) {
      return void readEmbeddingsRequest(incoming).then(
        (request) => {
          embeddings.push(request)
          const { embeddingsFault } = server
          if (embeddingsFault !== "slow") answerEmbeddings(response, request, embeddingsFault)
        },
        () => sendJson(response, 400, shape.error("not JSON"))
      )
    }
    bodyOf(incoming).then(
      (body) => {
        const request = { path, headers: incoming.headers, body }
        requests.push(request)
        return stream(response, request)
      },
      () => sendJson(response, 400, shape.error("not JSON"))
    )
  })
  await new Promise<void>((resolve) => listener.listen(port, "127.0.0.1", resolve))
  listener.unref()
  const server: FakeModelServer = {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    requests,
    embeddings,
    listings: () => listings,
    open: () => open,
    fault: undefined,
    embeddingsFault: undefined,
    models,
    close: () => {
      for (const timer of timers) clearTimeout(timer)
      listener.closeAllConnections()
      return new Promise((resolve) => listener.close(() => resolve()))
    }
  }
  return server
}
