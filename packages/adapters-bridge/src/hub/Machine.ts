import {
  acceptedInference,
  advanceInference,
  bridgeLimitsOf,
  type BridgeMachine,
  type BridgeRequest,
  deadlineOf,
  type InferenceEnd,
  type InferenceEvent,
  type InferenceLimits,
  type InferenceProgress,
  isBridgeEmbedding,
  type MachineUnavailableReason,
  rankMachines
} from "@auspex/domain/inference"
import { excerpt } from "@auspex/domain/kernel"
import {
  advanceSession,
  type BridgeSession,
  type BridgeSessionEvent,
  closeCodes,
  type Closing,
  concurrencyMax,
  type EmbedRequest,
  type HeartbeatPayload,
  type InferCancel,
  type InferRequest,
  isAheadOfReader,
  isPingDue,
  openedSession,
  readClientFrame
} from "../protocol/index.ts"
import { requestFrame } from "./requestFrame.ts"

/** What a connection is sent through. */
export interface Wire {
  readonly send: (text: string) => void
  readonly ping: () => void
  /** Stops reading what the client sends until `resume`; messages that have been received already still arrive. */
  readonly pause: () => void
  readonly resume: () => void
  readonly close: (code: number, reason: string) => void
  /** How many bytes have been sent that the network has not taken. */
  readonly bufferedBytes: () => number
}

/** Why a machine took no request. */
export interface Unavailable {
  readonly kind: "unavailable"
  readonly reason: MachineUnavailableReason
}

/** Receives an answer: its pieces, then its end, once. Must not throw. */
export interface AnswerSink {
  readonly piece: (text: string) => void
  readonly end: (end: InferenceEnd | Unavailable) => void
}

/**
 * How many requests a machine may have, those that wait for it included. Chats and embeddings are counted apart, so that
 * neither takes the place of the other.
 */
const requestsMax = { chat: 8, embedding: 4 }

/** With more than this in the send buffer nothing is sent; a client that does not read for long enough is closed. */
const bufferedBytesHigh = 1_048_576
const bufferedBytesMax = 4_194_304
const bufferedMillisMax = 10_000

/** How many requests that took too long are remembered, so that their frames do not count as strays. */
const lateMax = 32

/** The longest text of an error that is passed on, in characters. */
const errorLengthMax = 500

interface Request {
  readonly id: string
  readonly request: BridgeRequest
  readonly sink: AnswerSink
  readonly limits: InferenceLimits
  progress: InferenceProgress
  /** The pieces of an answer in words that its caller has been given. */
  given: string
  /** When it was sent; undefined while it waits. */
  sentAt: number | undefined
}

/** Whether nobody waits for the answer: the vectors of documents are made in the background. */
const canWait = ({ request }: Request): boolean => isBridgeEmbedding(request) && request.purpose === "document"

const emptyAnswer = "The machine's model answered with no text."
const notEmbedding = "The machine does not embed texts any more."

const cancelFrame = (request_id: string): InferCancelFrame => ({ type: "infer_cancel", request_id })
type InferCancelFrame = typeof InferCancel.Type

/**
 * A connected machine: reads its frames, sends it requests, and holds both sides to their limits. It keeps no time: every
 * call says what time it is (milliseconds since 1970), and `tick` is called several times a second.
 */
export class Machine {
  readonly id: string
  readonly owner_key: string
  readonly #wire: Wire
  readonly #changed: (isUrgent: boolean) => void
  readonly #connectedAt: number
  #heartbeatAt: number
  #heartbeat: HeartbeatPayload = {}
  #session: BridgeSession
  /** Requests that wait until the machine takes another. */
  readonly #waiting: Array<Request> = []
  /** Requests without an answer so far, including cancelled ones. */
  readonly #sent = new Map<string, Request>()
  readonly #late = new Set<string>()
  #bufferedSince: number | undefined
  #isClosed = false
  /** Whether nothing is read from the client for the moment. */
  #isPaused = false

  /** `changed` is called when what `view` returns has changed; urgently for more than its load and time of heartbeat. */
  constructor(id: string, owner_key: string, wire: Wire, now: number, changed: (isUrgent: boolean) => void) {
    this.id = id
    this.owner_key = owner_key
    this.#wire = wire
    this.#changed = changed
    this.#connectedAt = now
    this.#heartbeatAt = now
    this.#session = openedSession(now)
  }

  /** Whether it takes no requests any more. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  view(): BridgeMachine {
    const { concurrency, embeds, models, runner_source, system_info, uptime_seconds } = this.#heartbeat
    return {
      id: this.id,
      models: models ?? [],
      connected_since: new Date(this.#connectedAt),
      last_ping: new Date(this.#heartbeatAt),
      in_flight: this.#sent.size + this.#waiting.length,
      concurrency: concurrency ?? 1,
      ...(embeds === true ? { embeds } : {}),
      ...(runner_source === undefined ? {} : { runner_source }),
      ...(uptime_seconds === undefined ? {} : { uptime_seconds }),
      ...(system_info === undefined ? {} : { system_info })
    }
  }

  /** Takes a request, and returns what cancels it; the sink gets everything else. */
  ask(id: string, request: BridgeRequest, sink: AnswerSink, now: number): (now: number) => void {
    const reason = this.#unavailableFor(id, request)
    if (reason !== undefined) {
      sink.end({ kind: "unavailable", reason })
      return () => undefined
    }
    const [judged] = rankMachines([this.view()], request.model)
    const limits = bridgeLimitsOf(request, judged?.verdict === "loaded")
    const progress = acceptedInference(now, limits)
    const taken: Request = { id, request, sink, limits, progress, given: "", sentAt: undefined }
    this.#waiting.push(taken)
    this.#sendWaiting(now)
    this.#changed(false)
    return (now) => this.#advance(taken, { type: "cancel" }, now)
  }

  /** A text message arrived. */
  receive(text: string, bytes: number, now: number): void {
    if (this.#isClosed) return
    const frame = readClientFrame(text, bytes)
    this.#count(frame, bytes, now)
    if (this.#isClosed) return
    if ("fault" in frame) return this.#advanceSession({ type: "malformed", reason: frame.fault }, now)
    if ("unknown" in frame) return this.#advanceSession({ type: "stray" }, now)
    if (frame.type === "heartbeat") return this.#heard(frame.payload, now)
    const request = this.#sent.get(frame.request_id)
    if (request === undefined) {
      if (this.#late.has(frame.request_id)) {
        if (frame.type !== "infer_chunk") this.#late.delete(frame.request_id)
        return
      }
      return this.#advanceSession({ type: "stray" }, now)
    }
    if (frame.type !== "infer_error" && (frame.type === "embed_done") !== isBridgeEmbedding(request.request)) {
      return this.#advanceSession({ type: "malformed", reason: `${frame.type} answers another kind of request` }, now)
    }
    switch (frame.type) {
      case "infer_chunk": {
        const { content } = frame.payload
        this.#piece(request, content, now)
        // Nothing is kept of what a client goes on sending after the end: its size has no limit any more.
        if (request.progress.phase === "streaming") request.given += content
        return
      }
      case "infer_done": {
        const { full_response } = frame.payload
        if ((request.given + full_response).trim() === "") {
          this.#advance(request, { type: "error", reason: "model", detail: emptyAnswer }, now)
          return this.#answered(request, now)
        }
        // The client may have sent only the beginning in pieces, or none.
        if (full_response.startsWith(request.given))
          this.#piece(request, full_response.slice(request.given.length), now)
        this.#advance(request, { type: "done", bytes: bytesOf(full_response) }, now)
        return this.#answered(request, now)
      }
      case "embed_done": {
        const { vectors } = frame.payload
        for (const vector of vectors) this.#piece(request, vector, now)
        this.#advance(request, { type: "done", bytes: bytesOf(vectors.join("")) }, now)
        return this.#answered(request, now)
      }
      case "infer_error": {
        const { error, reason = "model" } = frame.payload
        this.#advance(request, { type: "error", reason, detail: excerpt(error, errorLengthMax) }, now)
        return this.#answered(request, now)
      }
    }
  }

  /** A message arrived that is not text. */
  receiveBinary(now: number): void {
    this.#advanceSession({ type: "malformed", reason: "frames are text" }, now)
  }

  pong(now: number): void {
    this.#advanceSession({ type: "pong" }, now)
  }

  /** Closes the connection, with a reason for the client. */
  close(closing: Closing, now: number): void {
    this.#advanceSession({ type: "close", closing }, now)
  }

  /** The connection has ended. */
  ended(now: number): void {
    if (this.#isClosed) return
    this.#disconnect("The connection to the machine ended.", now)
  }

  /** Applies the time limits. */
  tick(now: number): void {
    if (this.#isClosed) return
    this.#advanceSession({ type: "tick" }, now)
    this.#watchBuffer(now)
    if (this.#isClosed) return
    if (this.#isPaused && !isAheadOfReader(this.#session, now)) {
      this.#isPaused = false
      this.#wire.resume()
    }
    if (isPingDue(this.#session, now)) {
      this.#wire.ping()
      this.#advanceSession({ type: "pinged" }, now)
    }
    for (const request of [...this.#waiting, ...this.#sent.values()]) {
      const deadline = deadlineOf(request.progress)
      if (deadline !== undefined && now >= deadline) this.#advance(request, { type: "tick" }, now)
    }
    for (const { id, limits, progress, sentAt } of this.#sent.values()) {
      if (progress.phase === "ended" && now >= (sentAt ?? now) + limits.totalMillisMax) this.#forget(id, now)
    }
    this.#sendWaiting(now)
  }

  /** Counts a message; a client whose model is faster than answers are read is read later, and any other flood ends it. */
  #count(frame: ReturnType<typeof readClientFrame>, bytes: number, now: number): void {
    const isPiece = "type" in frame && frame.type === "infer_chunk" && this.#sent.has(frame.request_id)
    this.#advanceSession({ type: isPiece ? "piece" : "message", bytes }, now)
    if (!isPiece || this.#isPaused || !isAheadOfReader(this.#session, now)) return
    this.#isPaused = true
    this.#wire.pause()
  }

  #unavailableFor(id: string, request: BridgeRequest): MachineUnavailableReason | undefined {
    if (this.#isClosed) return "gone"
    const isEmbedding = isBridgeEmbedding(request)
    if (isEmbedding && this.#heartbeat.embeds !== true) return "unable"
    const ofItsKind = [...this.#waiting, ...this.#sent.values()].filter((other) =>
      isBridgeEmbedding(other.request) === isEmbedding
    )
    const max = isEmbedding ? requestsMax.embedding : requestsMax.chat
    return ofItsKind.length >= max || this.#sent.has(id) ? "full" : undefined
  }

  #heard(payload: HeartbeatPayload, now: number): void {
    const before = this.#heartbeat
    this.#heartbeat = { ...before, ...payload }
    const { embeds, models } = this.#heartbeat
    const isUrgent = models?.join("\n") !== before.models?.join("\n") || embeds !== before.embeds
    if (embeds !== true)
      this.#loseAll(this.#waiting.filter(({ request }) => isBridgeEmbedding(request)), notEmbedding, now)
    this.#heartbeatAt = now
    this.#advanceSession({ type: "heartbeat" }, now)
    this.#sendWaiting(now)
    this.#changed(isUrgent)
  }

  #piece(request: Request, content: string, now: number): void {
    if (request.progress.phase === "ended") return
    this.#advance(request, { type: "chunk", bytes: bytesOf(content) }, now)
    if (content !== "" && (request.progress as InferenceProgress).phase === "streaming") request.sink.piece(content)
  }

  /** Advances a request; when that ends it before its client has, the client is told to stop. */
  #advance(request: Request, event: InferenceEvent, now: number): void {
    if (request.progress.phase === "ended") return
    request.progress = advanceInference(request.progress, event, now)
    if (request.progress.phase !== "ended") return
    const isWaiting = request.sentAt === undefined
    if (isWaiting) this.#waiting.splice(this.#waiting.indexOf(request), 1)
    else if (event.type !== "done" && event.type !== "error" && !this.#isClosed) this.#send(cancelFrame(request.id))
    request.sink.end(request.progress.end)
  }

  /** The client has finished a request, so that it takes another. */
  #answered({ id }: Request, now: number): void {
    this.#sent.delete(id)
    this.#advanceSession({ type: "working", requests: this.#sent.size }, now)
    this.#sendWaiting(now)
    this.#changed(false)
  }

  /** The client did not finish a cancelled request in time; it may still do so. */
  #forget(id: string, now: number): void {
    this.#sent.delete(id)
    this.#late.add(id)
    if (this.#late.size > lateMax) this.#late.delete(this.#late.values().next().value as string)
    this.#advanceSession({ type: "working", requests: this.#sent.size }, now)
    this.#changed(false)
  }

  /**
   * The request that is sent next: in the order in which they came, but documents to be embedded only when nothing else
   * waits, and one request of them at a time. So a chat waits for one such request at most.
   */
  #next(): Request | undefined {
    const urgent = this.#waiting.find((request) => !canWait(request))
    return urgent ?? (Array.from(this.#sent.values()).some(canWait) ? undefined : this.#waiting[0])
  }

  #sendWaiting(now: number): void {
    const atOnce = Math.min(this.#heartbeat.concurrency ?? 1, concurrencyMax)
    while (!this.#isClosed && this.#sent.size < atOnce && this.#wire.bufferedBytes() <= bufferedBytesHigh) {
      const request = this.#next()
      if (request === undefined) return
      this.#advance(request, { type: "sent" }, now)
      if (request.progress.phase === "ended") continue
      this.#waiting.splice(this.#waiting.indexOf(request), 1)
      request.sentAt = now
      this.#sent.set(request.id, request)
      this.#send(requestFrame(request.id, request.request))
      this.#advanceSession({ type: "working", requests: this.#sent.size }, now)
    }
  }

  #watchBuffer(now: number): void {
    const buffered = this.#wire.bufferedBytes()
    if (buffered <= bufferedBytesHigh) this.#bufferedSince = undefined
    else this.#bufferedSince ??= now
    if (buffered > bufferedBytesMax || (this.#bufferedSince ?? now) + bufferedMillisMax <= now) {
      this.close({ code: closeCodes.tryAgainLater, reason: "the client does not read what is sent to it" }, now)
    }
  }

  #send(frame: InferRequest | EmbedRequest | InferCancelFrame): void {
    this.#wire.send(JSON.stringify(frame))
  }

  #advanceSession(event: BridgeSessionEvent, now: number): void {
    this.#session = advanceSession(this.#session, event, now)
    const { closing } = this.#session
    if (closing === undefined || this.#isClosed) return
    this.#isClosed = true
    this.#wire.close(closing.code, closing.reason)
    this.#disconnect(`The connection to the machine was closed: ${closing.reason}.`, now)
  }

  #loseAll(requests: ReadonlyArray<Request>, detail: string, now: number): void {
    for (const request of requests) this.#advance(request, { type: "lost", detail }, now)
  }

  /** The connection has ended, or will: no request can be answered any more. */
  #disconnect(detail: string, now: number): void {
    this.#isClosed = true
    this.#loseAll([...this.#waiting, ...this.#sent.values()], detail, now)
    this.#sent.clear()
    this.#changed(true)
  }
}

const bytesOf = (text: string): number => Buffer.byteLength(text)
