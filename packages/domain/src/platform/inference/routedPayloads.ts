import { Effect, type Scope } from "effect"
import { piecesOf } from "../../text/piecesOf.ts"

/**
 * A payload: the sender, `+` if the text goes on in its next payload and `.` if it ends, the payload's number, a space,
 * and the piece. The number also makes payloads differ: Postgres delivers equal ones of a transaction once.
 */
const payloadOf = (sender: string, goesOn: boolean, number: number, piece: string): string =>
  `${sender}${goesOn ? "+" : "."}${number} ${piece}`

const payloadPattern = /^([0-9a-f-]{36})([+.])(\d+) ([^]*)$/

/** Cuts texts into the numbered payloads of a sender, for routers with a maximum message size. */
export class PayloadNumbers {
  readonly #sender: string
  /** The number of the next payload to each receiver. */
  readonly #next = new Map<string, number>()

  /** `sender` is the address of an instance, a UUID. */
  constructor(sender: string) {
    this.#sender = sender
  }

  /** The payloads of a text, in order; a piece has at most `pieceUnitsMax` UTF-16 code units. */
  payloadsOf(to: string, text: string, pieceUnitsMax: number): ReadonlyArray<string> {
    const pieces = piecesOf(text, pieceUnitsMax)
    const first = this.#next.get(to) ?? 0
    this.#next.set(to, first + pieces.length)
    return pieces.map((piece, at) => payloadOf(this.#sender, at < pieces.length - 1, first + at, piece))
  }
}

/** Reassembles the texts of several senders from their payloads. A text with a lost piece is dropped. */
const assemblePayloads = (receiver: (text: string) => void): (payload: string) => void => {
  const senders = new Map<string, { next: number; pieces: Array<string>; isBroken: boolean }>()
  return (payload) => {
    const [, sender, mark, digits, piece] = payloadPattern.exec(payload) ?? []
    if (sender === undefined || piece === undefined) return
    const number = Number(digits)
    const state = senders.get(sender) ?? { next: number, pieces: [], isBroken: false }
    senders.set(sender, state)
    if (number !== state.next && state.pieces.length > 0) state.isBroken = true
    state.next = number + 1
    state.pieces.push(piece)
    if (mark === "+") return
    const text = state.isBroken ? undefined : state.pieces.join("")
    state.pieces = []
    state.isBroken = false
    if (text !== undefined) receiver(text)
  }
}

/** The receiver of a router: what `FrameRouter.receive` registers gets the texts of the payloads that are accepted. */
export class PayloadReceiver {
  #receiver: ((payload: string) => void) | undefined

  accept(payload: string): void {
    this.#receiver?.(payload)
  }

  /** As `FrameRouter.receive`; `listening` succeeds when payloads arrive. */
  receive(received: (text: string) => void, listening: Effect.Effect<void>): Effect.Effect<void, never, Scope.Scope> {
    const register = Effect.sync(() => {
      this.#receiver = assemblePayloads(received)
    })
    const forget = Effect.sync(() => {
      this.#receiver = undefined
    })
    return Effect.zipRight(Effect.acquireRelease(register, () => forget), listening)
  }
}
