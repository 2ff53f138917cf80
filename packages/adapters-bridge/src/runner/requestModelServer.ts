import type { ModelServerType } from "@auspex/domain/inference"
import { Effect, Runtime } from "effect"
import {
  type ChatRequest,
  embeddingAnswerBytesMax,
  embeddingBody,
  embeddingProtocols,
  type ModelProtocol,
  ModelServerFailed,
  readVectors,
  serverWords
} from "../models/index.ts"

/** How long a model server may take to say what it has. */
const lookMillisMax = 5_000

/** How much of an error's text is passed on. */
const errorBytesMax = 2_000

const failed = (detail: string, status?: number): ModelServerFailed =>
  new ModelServerFailed({ detail, ...(status === undefined ? {} : { status }) })

const describe = (cause: unknown): string => {
  const { cause: inner, message } = cause as { readonly cause?: { readonly code?: string }; readonly message?: string }
  return inner?.code ?? message ?? String(cause)
}

const beginningOf = async (body: ReadableStream<Uint8Array> | null): Promise<string> => {
  let text = ""
  if (body === null) return text
  const decoder = new TextDecoder()
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= errorBytesMax) break
  }
  return text.slice(0, errorBytesMax)
}

const ofStatus200 = async (response: Response): Promise<Response> => {
  if (response.ok) return response
  const stated = serverWords(await beginningOf(response.body))
  throw failed(`The model server answered ${response.status}${stated === "" ? "." : `: ${stated}`}`, response.status)
}

const asFailure = (address: string) => (cause: unknown): ModelServerFailed =>
  cause instanceof ModelServerFailed
    ? cause
    : failed(`No answer from the model server at ${address}: ${describe(cause)}.`)

/** Reads JSON from a model server. */
export const readJson = (address: string): Effect.Effect<unknown, ModelServerFailed> =>
  Effect.tryPromise({
    try: async (signal) => {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(lookMillisMax)])
      const response = await ofStatus200(await fetch(address, { signal: limited, redirect: "error" }))
      return await response.json() as unknown
    },
    catch: asFailure(address)
  })

/** Asks for an answer to a JSON body. */
const post = async (address: string, body: unknown, signal: AbortSignal): Promise<Response> =>
  ofStatus200(
    await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal,
      redirect: "error"
    })
  )

const bytesOf = async (body: ReadableStream<Uint8Array> | null, max: number): Promise<Uint8Array> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    if ((size += chunk.length) >= max) break
  }
  return Buffer.concat(chunks)
}

/** Asks for the vectors of texts. */
export const embed = (
  type: ModelServerType,
  base: string,
  model: string,
  texts: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<Float32Array>, ModelServerFailed> => {
  const address = `${base}${embeddingProtocols[type].path}`
  return Effect.tryPromise({
    try: async (signal) => {
      const { body } = await post(address, embeddingBody(model, texts), signal)
      const vectors = readVectors(type, await bytesOf(body, embeddingAnswerBytesMax), texts.length)
      if (typeof vectors === "string") throw failed(`The answer of the model server is of no use: ${vectors}.`)
      return vectors
    },
    catch: asFailure(address)
  })
}

/**
 * Asks a model. `piece` gets the parts of the answer as they arrive, and its effect is awaited, so that a slow connection
 * slows the model down.
 */
export const chat = (
  protocol: ModelProtocol,
  base: string,
  request: ChatRequest,
  piece: (text: string) => Effect.Effect<void>
): Effect.Effect<void, ModelServerFailed> =>
  Effect.flatMap(Effect.runtime(), (runtime) => {
    const address = `${base}${protocol.chatPath(request.model)}`
    return Effect.tryPromise({
      try: async (signal) => {
        const response = await post(address, protocol.chatBody(request), signal)
        if (response.body === null) throw failed("The model server answered without a body.")
        const reader = protocol.reader()
        const pass = async (text: string): Promise<void> => {
          if (text !== "") await Runtime.runPromise(runtime)(piece(text))
        }
        for await (const bytes of response.body) {
          await pass(reader.feed(bytes))
          if (reader.isDone()) break
        }
        await pass(reader.end())
        const flaw = reader.flaw()
        if (flaw !== undefined) throw failed(flaw)
      },
      catch: asFailure(address)
    })
  })
