import { type AnswerSink, Machine } from "@auspex/adapters-bridge/hub"
import type { BridgeRequest } from "@auspex/domain/inference"
import type { EmbeddingPurpose } from "@auspex/domain/retrieval"

/** A machine whose wire goes to arrays, on a clock of the test's own. */
export class ConnectedMachine {
  now = 0
  readonly frames: Array<{ readonly type: string; readonly request_id: string; readonly payload?: unknown }> = []
  pings = 0
  closed: { readonly code: number; readonly reason: string } | undefined
  buffered = 0
  /** Whether the service reads what the client sends. */
  isRead = true
  readonly machine: Machine

  constructor() {
    this.machine = new Machine(
      "machine",
      "owner",
      {
        send: (text) => void this.frames.push(JSON.parse(text)),
        ping: () => void this.pings++,
        pause: () => {
          this.isRead = false
        },
        resume: () => {
          this.isRead = true
        },
        close: (code, reason) => {
          this.closed = { code, reason }
        },
        bufferedBytes: () => this.buffered
      },
      0,
      () => undefined
    )
  }

  /** What the client sends. */
  sends(frame: unknown): void {
    const text = typeof frame === "string" ? frame : JSON.stringify(frame)
    this.machine.receive(text, Buffer.byteLength(text), this.now)
  }

  heartbeat(payload: object = {}): void {
    this.sends({ type: "heartbeat", payload: { models: ["llama3"], ...payload } })
  }

  chunk(id: string, content: string): void {
    this.sends({ type: "infer_chunk", request_id: id, payload: { content } })
  }

  done(id: string, full_response: string): void {
    this.sends({ type: "infer_done", request_id: id, payload: { full_response } })
  }

  /** Lets time pass, looking at the limits as often as the hub does. */
  passes(millis: number): void {
    for (const until = this.now + millis; this.now < until;) {
      this.now = Math.min(until, this.now + 250)
      this.machine.tick(this.now)
    }
  }

  vectors(id: string, vectors: ReadonlyArray<unknown>): void {
    this.sends({ type: "embed_done", request_id: id, payload: { vectors } })
  }

  ask(id: string): RecordedAnswer {
    return this.#ask(id, { model: "llama3", messages: [{ role: "user", content: "?" }] })
  }

  embed(id: string, purpose: EmbeddingPurpose = "document", texts: ReadonlyArray<string> = ["one", "two"]) {
    return this.#ask(id, { model: "nomic-embed-text", texts, purpose })
  }

  #ask(id: string, request: BridgeRequest): RecordedAnswer {
    const answer = new RecordedAnswer()
    const cancel = this.machine.ask(id, request, answer, this.now)
    answer.cancel = () => cancel(this.now)
    return answer
  }

  /** The ids of the requests that were sent, in order. */
  get sent(): ReadonlyArray<string> {
    return this.frames.filter(({ type }) => type !== "infer_cancel").map(({ request_id }) => request_id)
  }

  /** The ids of the requests that were sent, and of the cancelled ones. */
  idsOf(type: "infer_request" | "embed_request" | "infer_cancel"): ReadonlyArray<string> {
    return this.frames.filter((frame) => frame.type === type).map(({ request_id }) => request_id)
  }
}

/** Records an answer. */
export class RecordedAnswer implements AnswerSink {
  text = ""
  readonly pieces: Array<string> = []
  readonly ends: Array<Parameters<AnswerSink["end"]>[0]> = []
  cancel: () => void = () => undefined

  piece(text: string): void {
    this.text += text
    this.pieces.push(text)
  }

  end(end: Parameters<AnswerSink["end"]>[0]): void {
    this.ends.push(end)
  }

  /** How it ended: its kind, or why. */
  get outcome(): string | undefined {
    const [end] = this.ends
    return end === undefined ? undefined : "reason" in end ? end.reason : end.kind
  }
}
