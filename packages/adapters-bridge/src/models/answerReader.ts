import { createParser } from "eventsource-parser"
import { Option } from "effect"
import { AnswerParts, type PartOf } from "./AnswerParts.ts"
import { JsonObjectSplitter } from "./JsonObjectSplitter.ts"
import type { AnswerReader } from "./ModelProtocol.ts"
import { ModelServerFailed } from "./ModelServerFailed.ts"
import { errorIn, parseJson, serverWords } from "./serverWords.ts"

/** The maximum length of an object or event, which bounds the memory that an endless answer can take. */
const partLengthMax = 1_048_576

/** Takes the text of an answer as it arrives. */
interface Framing {
  readonly push: (text: string) => void
  readonly end: () => void
}

/** JSON objects, one after another. */
const jsonFraming = (parts: AnswerParts): Framing => {
  const splitter = new JsonObjectSplitter(partLengthMax)
  return {
    push: (text) => {
      for (const json of splitter.push(text)) {
        parts.add(Option.getOrUndefined(parseJson(json)), json)
      }
    },
    // An object that is cut off is no part of the answer.
    end: () => parts.end(true)
  }
}

/** Server-sent events whose data are JSON objects. */
const eventFraming = (parts: AnswerParts): Framing => {
  let isEnding = false
  let flaw: ModelServerFailed | undefined
  const parser = createParser({
    maxBufferSize: partLengthMax,
    onEvent: ({ data, event }) => {
      if (data.trim() === "[DONE]") {
        parts.isDone = true
        return
      }
      // Nothing but a sign of life.
      if (data.trim() === "") return
      if (event === "error" && !parts.isDone) throw new ModelServerFailed({ detail: serverWords(data) })
      const value = parseJson(data)
      // The last event may lack its end; one that is cut off is no part of the answer.
      if (isEnding && Option.isNone(value)) return
      // Events with names of their own, such as pings, are no part of the answer.
      if (event !== undefined && event !== "message" && Option.isNone(value)) return parts.strange(data)
      parts.add(Option.getOrUndefined(value), data)
    },
    onError: (error) => {
      if (error.type === "max-buffer-size-exceeded") {
        flaw = new ModelServerFailed({ detail: "The model server sent an endless event." })
        return
      }
      // Fields that are none of the standard's are to be ignored, but some servers state their errors between events.
      const line = error.line ?? ""
      const named = /^error:\s*(\{.*)$/s.exec(line)?.[1]
      const stated = named ?? Option.getOrUndefined(Option.flatMapNullable(parseJson(line), errorIn))
      if (stated !== undefined && !parts.isDone) flaw ??= new ModelServerFailed({ detail: serverWords(stated) })
      parts.strange(line)
    }
  })
  return {
    push: (text) => {
      parser.feed(text)
      if (flaw !== undefined) throw flaw
    },
    end: () => {
      isEnding = true
      parser.feed("\n\n")
      if (flaw !== undefined) throw flaw
      parts.end(false)
    }
  }
}

/**
 * Reads an answer whose values `partOf` reads, as JSON objects or as server-sent events: servers do not always answer
 * with what was asked for, and their content types do not tell. One object in answer to a request for a stream is an
 * answer as well.
 */
export const answerReader = (partOf: PartOf): AnswerReader => {
  const decoder = new TextDecoder()
  const parts = new AnswerParts(partOf)
  let framing: Framing | undefined
  const push = (text: string): string => {
    const begun = framing === undefined ? text.trimStart() : text
    if (begun === "") return ""
    framing ??= /^[{[]/.test(begun) ? jsonFraming(parts) : eventFraming(parts)
    framing.push(begun)
    return parts.take()
  }
  return {
    feed: (bytes) => push(decoder.decode(bytes, { stream: true })),
    end: () => {
      const text = push(decoder.decode())
      framing?.end()
      return text + parts.take()
    },
    isDone: () => parts.isDone,
    flaw: () => parts.flaw()
  }
}
