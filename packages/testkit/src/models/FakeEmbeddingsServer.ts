import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import {
  answerEmbeddings,
  type EmbeddingsFault,
  embeddingPaths,
  type FakeEmbeddingsRequest,
  readEmbeddingsRequest,
  sendJson
} from "./fakeEmbeddings.ts"

/** A real HTTP server that speaks the embedding protocols of OpenAI (`/v1/embeddings`) and Ollama (`/api/embed`). */
export interface FakeEmbeddingsServer {
  readonly url: string
  /** The requests so far. */
  readonly requests: ReadonlyArray<FakeEmbeddingsRequest>
  /** The fault of the answers from now on; undefined for none. Its end answers the requests that were held up. */
  fault: EmbeddingsFault | undefined
  readonly close: () => Promise<void>
}

/** Starts a fake embeddings server on a loopback port. */
export const startEmbeddingsServer = async (): Promise<FakeEmbeddingsServer> => {
  const requests: Array<FakeEmbeddingsRequest> = []
  const held: Array<() => void> = []
  let fault: EmbeddingsFault | undefined

  const answer = (response: ServerResponse, request: FakeEmbeddingsRequest): void => {
    if (fault === "slow") return void held.push(() => answer(response, request))
    answerEmbeddings(response, request, fault)
  }

  const listener = createServer((incoming, response) => {
    const path = incoming.url ?? "/"
    if (incoming.method !== "POST" || !embeddingPaths.has(path)) {
      return sendJson(response, 404, { error: "no such path" })
    }
    readEmbeddingsRequest(incoming).then((request) => {
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
