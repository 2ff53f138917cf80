import { createParser } from "eventsource-parser"
import { errorIn, type AnswerReader } from "./ModelProtocol.ts"
import { ModelServerFailed } from "./ModelServerFailed.ts"

/** What one line or event of an answer says. */
export interface AnswerPart {
  readonly text?: unknown
  readonly isDone?: boolean
}

/** A line or an event may not be longer, so that a server that never ends one does not fill the memory. */
const partLengthMax = 1_048_576

/** Throws a `ModelServerFailed` for what is not JSON, or not of the shape that `read` expects. */
const readJson = <A>(json: string, read: (answer: unknown) => A): A => {
  try {
    return read(JSON.parse(json) as unknown)
  } catch (cause) {
    if (cause instanceof ModelServerFailed) throw cause
    throw new ModelServerFailed({ detail: "The model server answered with something other than its protocol says." })
  }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Takes the parts of an answer one by one, and gives their text. */
class Parts {
  isDone = false
  #text = ""

  add(json: string, partOf: (answer: unknown) => AnswerPart): void {
    if (this.isDone) return
    const { isDone = false, text } = readJson(json, (answer) => {
      const error = errorIn(answer)
      if (error !== undefined) throw new ModelServerFailed({ detail: error })
      return partOf(answer)
    })
    if (typeof text === "string") this.#text += text
    this.isDone ||= isDone
  }

  take(): string {
    const text = this.#text
    this.#text = ""
    return text
  }
}

/** Reads an answer whose lines are JSON. */
export const readLines = (partOf: (answer: unknown) => AnswerPart): AnswerReader => {
  const decoder = new TextDecoder()
  const parts = new Parts()
  let rest = ""
  return {
    feed: (bytes) => {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n/)
      rest = lines.pop()!
      if (rest.length > partLengthMax) throw new ModelServerFailed({ detail: "The model server sent an endless line." })
      for (const line of lines) if (line.trim() !== "") parts.add(line, partOf)
      return parts.take()
    },
    end: () => {
      // The last line may lack its end; one that is cut off is no part of the answer.
      if (isJson(rest)) parts.add(rest, partOf)
      return parts.take()
    },
    isDone: () => parts.isDone
  }
}

/** Reads an answer of server-sent events whose data are JSON; `[DONE]` ends it, too. */
export const readEvents = (partOf: (answer: unknown) => AnswerPart): AnswerReader => {
  const decoder = new TextDecoder()
  const parts = new Parts()
  let flaw: unknown
  const parser = createParser({
    maxBufferSize: partLengthMax,
    onEvent: ({ data }) => {
      if (data.trim() === "[DONE]") parts.isDone = true
      else parts.add(data, partOf)
    },
    onError: (error) => {
      // Fields that are none of the standard's are to be ignored.
      if (error.type === "max-buffer-size-exceeded") flaw = error
    }
  })
  return {
    feed: (bytes) => {
      parser.feed(decoder.decode(bytes, { stream: true }))
      if (flaw !== undefined) throw new ModelServerFailed({ detail: "The model server sent an endless event." })
      return parts.take()
    },
    // An event without the empty line behind it is not complete, and is to be dropped.
    end: () => parts.take(),
    isDone: () => parts.isDone
  }
}
