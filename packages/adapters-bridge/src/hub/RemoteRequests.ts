import {
  acceptedInference,
  advanceInference,
  bridgeLimitsOf,
  type BridgeRequest,
  type FrameRouter,
  type InferenceEnd,
  type InferenceEvent,
  type InferenceLimits,
  type InferenceProgress
} from "@auspex/domain/inference"
import type { Context } from "effect"
import type { AnswerSink, Machine, Unavailable } from "./Machine.ts"
import { readRouted, type RoutedMessage } from "./RoutedMessage.ts"

/** How much longer this instance waits than the holder of the machine, which knows the cause of a failure better. */
const graceMillis = 5_000

const remoteLimitsOf = (request: BridgeRequest): InferenceLimits => {
  const { bytesMax, firstTokenMillisMax, gapMillisMax, totalMillisMax } = bridgeLimitsOf(request, false)
  return {
    firstTokenMillisMax: firstTokenMillisMax + graceMillis,
    gapMillisMax: gapMillisMax + graceMillis,
    totalMillisMax: totalMillisMax + graceMillis,
    bytesMax
  }
}

/** How long an instance may take to report that it lives, from the first request on. */
const reportMillisMax = 10_000

/** A request to a machine of another instance. */
interface Outgoing {
  readonly since: number
  readonly id: string
  readonly holder: string
  readonly sink: AnswerSink
  progress: InferenceProgress
  /** The number of the next part. */
  next: number
}

/** A request of another instance to a machine of this one. */
interface Incoming {
  readonly since: number
  readonly from: string
  readonly cancel: (now: number) => void
}

/** Requests between instances: requests of this instance to machines of other instances, and the reverse. */
export class RemoteRequests {
  readonly #router: Context.Tag.Service<FrameRouter>
  readonly #machineOf: (id: string) => Machine | undefined
  readonly #now: () => number
  readonly #outgoing = new Map<string, Outgoing>()
  readonly #incoming = new Map<string, Incoming>()

  constructor(
    router: Context.Tag.Service<FrameRouter>,
    machineOf: (id: string) => Machine | undefined,
    now: () => number
  ) {
    this.#router = router
    this.#machineOf = machineOf
    this.#now = now
  }

  /** The instances that this one waits for or works for. */
  get peers(): ReadonlyArray<string> {
    return [
      ...new Set([
        ...Array.from(this.#outgoing.values(), ({ holder }) => holder),
        ...Array.from(this.#incoming.values(), ({ from }) => from)
      ])
    ]
  }

  /** Asks a machine that another instance holds; returns what cancels the request. */
  ask(
    to: { readonly holder: string; readonly owner_key: string; readonly machine_id: string },
    id: string,
    request: BridgeRequest,
    sink: AnswerSink
  ): () => void {
    const { holder, ...machine } = to
    const now = this.#now()
    const accepted = advanceInference(acceptedInference(now, remoteLimitsOf(request)), { type: "sent" }, now)
    const outgoing: Outgoing = { since: now, id, holder, sink, progress: accepted, next: 0 }
    this.#outgoing.set(id, outgoing)
    this.#send(holder, { type: "ask", id, from: this.#router.instance, ...machine, request })
    return () => this.#advance(outgoing, { type: "cancel" })
  }

  /** Handles a message of another instance. */
  receive(text: string): void {
    const message = readRouted(text)
    switch (message?.type) {
      case "ask":
        return this.#serve(message)
      case "cancel":
        return this.#incoming.get(message.id)?.cancel(this.#now())
      case "part":
        return this.#part(message)
    }
  }

  tick(): void {
    for (const outgoing of this.#outgoing.values()) this.#advance(outgoing, { type: "tick" })
  }

  /** Ends what concerns instances that do not live any more. */
  lose(living: ReadonlySet<string>): void {
    const detail = "The instance that holds the connection to the machine has ended."
    const before = this.#now() - reportMillisMax
    for (const outgoing of this.#outgoing.values()) {
      if (!living.has(outgoing.holder) && outgoing.since < before) this.#advance(outgoing, { type: "lost", detail })
    }
    for (const { cancel, from, since } of this.#incoming.values()) {
      if (!living.has(from) && since < before) cancel(this.#now())
    }
  }

  #serve({ from, id, machine_id, owner_key, request }: Extract<RoutedMessage, { type: "ask" }>): void {
    const machine = this.#machineOf(machine_id)
    let number = 0
    const part = (content: { readonly text?: string; readonly end?: InferenceEnd | Unavailable }): void =>
      this.#send(from, { type: "part", id, number: number++, ...content })
    if (machine === undefined || machine.owner_key !== owner_key) {
      return part({ end: { kind: "unavailable", reason: "gone" } })
    }
    let isOver = false
    const cancel = machine.ask(id, request, {
      piece: (text) => part({ text }),
      end: (end) => {
        isOver = true
        this.#incoming.delete(id)
        part({ end })
      }
    }, this.#now())
    if (!isOver) this.#incoming.set(id, { since: this.#now(), from, cancel })
  }

  #part({ end, id, number, text }: Extract<RoutedMessage, { type: "part" }>): void {
    const outgoing = this.#outgoing.get(id)
    if (outgoing === undefined) return
    if (number !== outgoing.next++) {
      this.#advance(outgoing, { type: "lost", detail: "A part of the answer was lost between two instances." })
      return
    }
    if (text !== undefined) {
      this.#advance(outgoing, { type: "chunk", bytes: Buffer.byteLength(text) })
      if (this.#outgoing.has(id)) outgoing.sink.piece(text)
    }
    if (end === undefined || !this.#outgoing.has(id)) return
    this.#outgoing.delete(id)
    outgoing.sink.end(end)
  }

  /** Advances a request; when that ends it before its holder has, the holder is told to stop. */
  #advance(outgoing: Outgoing, event: InferenceEvent): void {
    outgoing.progress = advanceInference(outgoing.progress, event, this.#now())
    if (outgoing.progress.phase !== "ended" || !this.#outgoing.delete(outgoing.id)) return
    this.#send(outgoing.holder, { type: "cancel", id: outgoing.id })
    outgoing.sink.end(outgoing.progress.end)
  }

  #send(to: string, message: RoutedMessage): void {
    this.#router.send(to, JSON.stringify(message))
  }
}
