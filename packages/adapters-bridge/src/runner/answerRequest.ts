import { modelOn } from "@auspex/domain/inference"
import { piecesOf } from "@auspex/domain/text"
import { Cause, Effect, Option } from "effect"
import { inputStatuses, ModelServerFailed } from "../models/index.ts"
import { type ClientFrame, type EmbedRequest, frameBytesMax, type InferRequest, vectorText } from "../protocol/index.ts"
import { modelServerAt } from "./findModelServer.ts"
import type { RunnerOptions } from "./RunnerOptions.ts"

/** A piece of an answer per frame; JSON may take six bytes for a character. */
const pieceCharactersMax = Math.floor(frameBytesMax.infer_chunk / 6) - 100
const errorLengthMax = 500

type Send = (frame: ClientFrame) => Effect.Effect<void>
type RunnerParts = Pick<RunnerOptions, "allowedBaseUrls" | "events" | "modelServer">
type DoneFrame = Extract<ClientFrame, { type: "infer_done" | "embed_done" }>

const failed = (detail: string): Effect.Effect<never, ModelServerFailed> =>
  Effect.fail(new ModelServerFailed({ detail }))

/** A chat: its pieces are sent as they come, and then the whole answer. */
const chat = (
  { allowedBaseUrls, events, modelServer }: RunnerParts,
  send: Send,
  { payload, request_id }: InferRequest
): Effect.Effect<DoneFrame, ModelServerFailed> => {
  const { base_url, provider_type } = payload
  const origin = base_url?.replace(/\/+$/, "") ?? modelServer.base_url
  if (origin !== modelServer.base_url && !allowedBaseUrls.includes(origin)) {
    return failed(`The owner of this machine has not allowed requests to ${origin}.`)
  }
  const server = origin === modelServer.base_url && (provider_type ?? modelServer.type) === modelServer.type
    ? modelServer
    : modelServerAt(provider_type ?? "ollama", origin)
  const pieces: Array<string> = []
  const piece = (text: string) =>
    Effect.suspend(() => {
      pieces.push(text)
      events({ type: "piece", request_id, characters: text.length })
      return Effect.forEach(
        piecesOf(text, pieceCharactersMax),
        (content) => send({ type: "infer_chunk", request_id, payload: { content } }),
        { discard: true }
      )
    })
  return Effect.map(server.chat(payload, piece), () => ({
    type: "infer_done",
    request_id,
    payload: { full_response: pieces.join("") }
  }))
}

/**
 * Vectors of texts, by the machine's own model server. Some servers answer with any model that they have in memory,
 * whichever is named, so the name is looked up first.
 */
const embed = (
  { modelServer }: RunnerParts,
  { payload: { model, texts }, request_id }: EmbedRequest
): Effect.Effect<DoneFrame, ModelServerFailed> =>
  Effect.gen(function*() {
    const models = yield* modelServer.models
    if (modelOn({ models }, model) === undefined) return yield* failed(`This machine has no model ${model}.`)
    const vectors = yield* modelServer.embed(model, texts)
    return { type: "embed_done", request_id, payload: { vectors: vectors.map(vectorText) } }
  })

/** Answers a request in every case with a single `infer_done`, `embed_done` or `infer_error`. */
export const answerRequest = (
  parts: RunnerParts,
  send: Send,
  request: InferRequest | EmbedRequest
): Effect.Effect<void> => {
  const { request_id } = request
  const { events } = parts
  const fail = (reason: string, isInput = false) =>
    Effect.suspend(() => {
      events({ type: "ended", request_id, outcome: "failed", reason })
      return send({
        type: "infer_error",
        request_id,
        payload: { error: reason.slice(0, errorLengthMax), ...(isInput ? { reason: "input" } : {}) }
      })
    })
  const finish = (done: DoneFrame) =>
    Effect.suspend(() => {
      const max = frameBytesMax[done.type]
      if (Buffer.byteLength(JSON.stringify(done)) > max) return fail(`The answer is longer than ${max} bytes.`)
      events({ type: "ended", request_id, outcome: "done" })
      return send(done)
    })
  const isEmbedding = request.type === "embed_request"
  const work = Effect.suspend(() => {
    const { model } = request.payload
    events({ type: "began", request_id, model, ...(isEmbedding ? { texts: request.payload.texts.length } : {}) })
    return isEmbedding ? embed(parts, request) : chat(parts, send, request)
  })
  return work.pipe(
    Effect.matchCauseEffect({
      onSuccess: finish,
      onFailure: (cause) => {
        if (Cause.isInterruptedOnly(cause)) return Effect.interrupt
        return Option.match(Cause.failureOption(cause), {
          onNone: () => fail("The runner has a defect; see its log."),
          onSome: ({ detail, status }) => fail(detail, isEmbedding && status !== undefined && inputStatuses.has(status))
        })
      }
    }),
    Effect.onInterrupt(() => {
      events({ type: "ended", request_id, outcome: "cancelled" })
      return send({ type: "infer_error", request_id, payload: { error: "cancelled" } })
    })
  )
}
