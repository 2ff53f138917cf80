import { otherProtocol } from "./AnswerParts.ts"
import { ModelServerFailed } from "./ModelServerFailed.ts"

/**
 * Splits a text that arrives in pieces into its JSON objects, which may be lines, span several lines, or be the elements of
 * a list. Throws a `ModelServerFailed` for other text between them, and for an object that is longer than `lengthMax`.
 */
export class JsonObjectSplitter {
  readonly #lengthMax: number
  #rest = ""
  /** How far `#rest` has been looked at; where its object begins, or -1; how deep it is nested at that place. */
  #at = 0
  #from = -1
  #depth = 0
  #isInText = false

  constructor(lengthMax: number) {
    this.#lengthMax = lengthMax
  }

  /** The objects that are complete now. */
  push(text: string): ReadonlyArray<string> {
    this.#rest += text
    const found: Array<string> = []
    for (; this.#at < this.#rest.length; this.#at++) {
      const character = this.#rest[this.#at]!
      if (this.#isInText) {
        // What is escaped may come with the next piece.
        if (character === "\\") this.#at++
        else if (character === "\"") this.#isInText = false
      } else if (character === "{") {
        if (this.#depth++ === 0) this.#from = this.#at
      } else if (this.#depth === 0) this.#between(character)
      else if (character === "\"") this.#isInText = true
      else if (character === "}" && --this.#depth === 0) {
        found.push(this.#rest.slice(this.#from, this.#at + 1))
        this.#from = -1
      }
    }
    this.#forget(this.#from < 0 ? Math.min(this.#at, this.#rest.length) : this.#from)
    if (this.#rest.length > this.#lengthMax) {
      throw new ModelServerFailed({ detail: "The model server sent an endless line." })
    }
    return found
  }

  #forget(length: number): void {
    this.#rest = this.#rest.slice(length)
    this.#at -= length
    if (this.#from >= 0) this.#from = 0
  }

  #between(character: string): void {
    if (!/[\s,[\]]/.test(character)) {
      throw new ModelServerFailed({ detail: otherProtocol(this.#rest.slice(this.#at, this.#at + 1_000)) })
    }
  }
}
