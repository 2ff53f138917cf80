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

/** A running server with what it remembers of its clients. */
interface Running {
  readonly shape: (typeof modelProtocols)[ModelProtocol]
  readonly answer: NonNullable<FakeModelServerOptions["answer"]>
  readonly requests: Array<FakeChatRequest>
  readonly embeddings: Array<FakeEmbeddingsRequest>
  /** The pauses of slow answers. */
  readonly timers: Set<NodeJS.Timeout>
  open: number
  listings: number
  /** What the test sets on the `FakeModelServer`. */
  readonly controls: Pick<FakeModelServer, "fault" | "embeddingsFault" | "models">
}

/** Answers with the fault if it replaces the whole answer; returns whether it does. */
const answerWithFault = (
  { shape }: Running,
  response: ServerResponse,
  fault: ModelServerFault | undefined
): boolean => {
  switch (fault?.kind) {
    case "silent":
      return true
    case "busy":
      sendJson(response, 429, shape.error("too many requests"), { "retry-after": String(fault.retryAfterSeconds) })
      return true
    case "broken":
      sendJson(response, 500, shape.error("the model crashed"))
      return true
    case "raw":
      response.writeHead(200, { "content-type": fault.contentType })
      response.end(fault.body)
      return true
    case "garbage":
      response.writeHead(200, { "content-type": shape.contentType })
      response.end("<html>not what was asked for</html>\n\n")
      return true
    default:
      return false
  }
}

/** Sends the answer piece by piece, with the fault that was set when the request arrived. */
const stream = async (running: Running, response: ServerResponse, request: FakeChatRequest): Promise<void> => {
  const { controls: { fault }, shape, timers } = running
  if (answerWithFault(running, response, fault)) return
  response.writeHead(200, { "content-type": shape.contentType })
  const answered = running.answer(request)
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

const answerVectors = (running: Running, incoming: IncomingMessage, response: ServerResponse): Promise<void> =>
  readEmbeddingsRequest(incoming).then(
    (request) => {
      running.embeddings.push(request)
      const { embeddingsFault } = running.controls
      if (embeddingsFault !== "slow") answerEmbeddings(response, request, embeddingsFault)
    },
    () => sendJson(response, 400, running.shape.error("not JSON"))
  )

const answerChat = (
  running: Running,
  incoming: IncomingMessage,
  response: ServerResponse,
  path: string
): Promise<void> =>
  bodyOf(incoming).then(
    (body) => {
      const request = { path, headers: incoming.headers, body }
      running.requests.push(request)
      return stream(running, response, request)
    },
    () => sendJson(response, 400, running.shape.error("not JSON"))
  )

const onRequest = (running: Running) => (incoming: IncomingMessage, response: ServerResponse): void => {
  const { controls: { models }, shape } = running
  const path = incoming.url ?? "/"
  const listed = incoming.method === "GET" ? shape.listing(path, models) : undefined
  if (listed !== undefined) {
    running.listings++
    return sendJson(response, 200, listed)
  }
  const isEmbedding = path === shape.embeddingPath
  if (incoming.method !== "POST" || !(shape.isChat(path) || isEmbedding)) {
    return sendJson(response, 404, shape.error("no such path"))
  }
  running.open++
  response.on("close", () => void running.open--)
  if (isEmbedding) void answerVectors(running, incoming, response)
  else void answerChat(running, incoming, response, path)
}

/** Starts a fake model server on a loopback port. */
export const startModelServer = async (
  { answer = () => ["Hel", "lo"], models = ["llama3:latest"], port = 0, protocol }: FakeModelServerOptions
): Promise<FakeModelServer> => {
  const running: Running = {
    shape: modelProtocols[protocol],
    answer,
    requests: [],
    embeddings: [],
    timers: new Set(),
    open: 0,
    listings: 0,
    controls: { fault: undefined, embeddingsFault: undefined, models }
  }
  const listener = createServer(onRequest(running))
  await new Promise<void>((resolve) => listener.listen(port, "127.0.0.1", resolve))
  listener.unref()
  return Object.assign(running.controls, {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    requests: running.requests,
    embeddings: running.embeddings,
    listings: () => running.listings,
    open: () => running.open,
    close: () => {
      for (const timer of running.timers) clearTimeout(timer)
      listener.closeAllConnections()
      return new Promise<void>((resolve) => listener.close(() => resolve()))
    }
  })
}
