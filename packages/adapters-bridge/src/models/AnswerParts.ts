import { ModelServerFailed } from "./ModelServerFailed.ts"
import { errorIn, type Fields, isObject, serverWords } from "./serverWords.ts"

/** What one JSON value of an answer says. */
export interface AnswerPart {
  /** The next piece of the text. */
  readonly text?: string
  /** The text of a whole message, where a server sends that in place of pieces; ignored once a piece has come. */
  readonly whole?: string
  /** What the model says in refusing to answer. */
  readonly refusal?: string
  /** The names of what came in place of text, such as `tool_calls`. */
  readonly instead?: ReadonlyArray<string>
  /** Why the model stopped, with the name of the field. */
  readonly stopped?: { readonly field: string; readonly reason: unknown; readonly words?: unknown }
  /** The server reports an error inside an otherwise valid answer. */
  readonly error?: string
  /** The model has stopped. Text may follow all the same: some servers say so with every piece. */
  readonly isComplete?: boolean
  /** Nothing follows. */
  readonly isDone?: boolean
}

/** Reads a value by its protocol; undefined for one of another protocol. */
export type PartOf = (answer: Fields) => AnswerPart | undefined

/** The refusal of a text outside the protocol, with the server's words. */
export const otherProtocol = (text: string): string =>
  `The model server answered with something other than its protocol says: ${serverWords(text)}`

/** The reasons to stop of an answer that is complete. Any other is told to the caller. */
const completeReasons =
  /^(stop|stopped|stop[_ -]?(sequence|token|string|word)|eos([_ -]?token)?|end|end_turn|complete|completed|done|finished)$/i

/** The reasons to stop of an answer that went on. */
const cutReasons = /length|max|limit/i

const stoppedBy = ({ field, reason, words }: NonNullable<AnswerPart["stopped"]>, instead: string): string => {
  const what = cutReasons.test(String(reason)) ? "The answer was cut off" : "The model did not answer to the end"
  const said = typeof words === "string" && words !== "" ? `: ${serverWords(words)}` : "."
  return `${what} (${field}: ${String(reason).slice(0, 60)}${instead === "" ? "" : `, after ${instead}`})${said}`
}

/** Takes the values of an answer one by one, gives their text, and judges in the end whether it is an answer. */
export class AnswerParts {
  isDone = false
  readonly #partOf: PartOf
  readonly #instead = new Set<string>()
  #pending = ""
  #refusal = ""
  #hasText = false
  #hasPieces = false
  #isComplete = false
  /** How many values were whole messages, and how many there were. */
  #wholes = 0
  #values = 0
  /** The beginning of what was not of the protocol. */
  #strange = ""

  constructor(partOf: PartOf) {
    this.#partOf = partOf
  }

  /** Takes a value. Throws a `ModelServerFailed` if it is an error or not an object, or if the answer was stopped. */
  add(value: unknown, json: string): void {
    if (this.isDone) return
    const error = errorIn(value)
    if (error !== undefined) throw new ModelServerFailed({ detail: serverWords(error) })
    if (!isObject(value)) throw new ModelServerFailed({ detail: otherProtocol(json) })
    const part = this.#partOf(value)
    this.#values++
    if (part === undefined) return this.strange(json)
    if (part.error !== undefined) throw new ModelServerFailed({ detail: serverWords(part.error) })
    if (part.whole !== undefined) this.#wholes++
    this.#take(part)
    if (part.stopped !== undefined && typeof part.stopped.reason === "string" && part.stopped.reason !== "") {
      if (!completeReasons.test(part.stopped.reason)) {
        throw new ModelServerFailed({ detail: stoppedBy(part.stopped, this.#hasText ? "" : this.#came()) })
      }
    }
    this.#isComplete ||= part.isComplete === true
    this.isDone ||= part.isDone === true
  }

  /** Takes a text that is not of the protocol; it may be what a server says about a problem. */
  strange(text: string): void {
    if (this.#strange === "") this.#strange = text.trim().slice(0, 10_000)
  }

  /** Call at the end of the bytes: it completes an answer that is a single message. */
  end(mayBeOneMessage: boolean): void {
    this.isDone ||= this.#isComplete || (mayBeOneMessage && this.#values === 1 && this.#wholes === 1)
  }

  /** The text since the last call. */
  take(): string {
    const text = this.#pending
    this.#pending = ""
    return text
  }

  /** Why this is not an answer; undefined for an answer. */
  flaw(): string | undefined {
    if (this.#refusal !== "") return `The model refused to answer: ${serverWords(this.#refusal)}`
    const isEmpty = !this.#hasText
    if (!this.isDone) {
      return isEmpty && this.#strange !== ""
        ? otherProtocol(this.#strange)
        : "The model server ended its answer before it was complete."
    }
    if (!isEmpty) return undefined
    const came = this.#came()
    return came === "" ? "The model answered with no text." : `The model answered with ${came} and no text.`
  }

  #came(): string {
    return [...this.#instead].join(", ")
  }

  #take({ instead = [], refusal = "", text = "", whole = "" }: AnswerPart): void {
    for (const name of instead) this.#instead.add(name)
    this.#refusal += refusal
    this.#hasPieces ||= text !== ""
    const next = this.#hasPieces ? text : whole
    this.#hasText ||= next.trim() !== ""
    this.#pending += next
  }
}
