/** What a model is asked. Roles are those of the platform, or what a later version of it sends. */
export interface ChatRequest {
  readonly model: string
  readonly system_prompt?: string
  readonly messages: ReadonlyArray<{ readonly role: string; readonly content: string }>
}

/** Reads one streamed answer. */
export interface AnswerReader {
  /** The text in the next bytes. Throws a `ModelServerFailed` for an error, and for what is not of the protocol. */
  readonly feed: (bytes: Uint8Array) => string
  /** The text in what has arrived and not been complete, at the end of the bytes. Throws like `feed`. */
  readonly end: () => string
  /** Whether the server has said that the answer is complete; nothing that follows belongs to it. */
  readonly isDone: () => boolean
  /** Asked at the end: why the text is not a complete answer (cut off, empty); undefined if it is. */
  readonly flaw: () => string | undefined
}

/** How a model server is asked, without the connection. Paths follow the address that is configured for the server. */
export interface ModelProtocol {
  /** The path that lists the models. */
  readonly modelsPath: string
  /** The names of the models in such a list. */
  readonly modelsIn: (answer: unknown) => ReadonlyArray<string>
  readonly chatPath: (model: string) => string
  readonly chatBody: (request: ChatRequest) => unknown
  /** The headers that carry a key. */
  readonly keyHeaders: (key: string) => Readonly<Record<string, string>>
  readonly reader: () => AnswerReader
}

/** How many tokens an answer may have where a protocol wants to know. */
export const answerTokensMax = 8_192

/** The messages with the system prompt as the first, as most servers take them. */
export const messagesOf = ({ messages, system_prompt }: Pick<ChatRequest, "messages" | "system_prompt">) =>
  system_prompt === undefined ? messages : [{ role: "system", content: system_prompt }, ...messages]

/** The system messages as one text, for servers that take it apart from the conversation; undefined without any. */
export const systemTextOf = (request: Pick<ChatRequest, "messages" | "system_prompt">): string | undefined => {
  const texts = messagesOf(request).flatMap(({ content, role }) => role === "system" ? [content] : [])
  return texts.length === 0 ? undefined : texts.join("\n\n")
}

/** The messages of the conversation. */
export const turnsOf = ({ messages }: Pick<ChatRequest, "messages">) => messages.filter(({ role }) => role !== "system")

/** The names under `key` in the entries of the list `field` of an answer. */
export const namesIn = (answer: unknown, field: string, key: string): ReadonlyArray<string> => {
  const list = (answer as Readonly<Record<string, unknown>> | null)?.[field]
  return Array.isArray(list)
    ? (list as ReadonlyArray<Readonly<Record<string, unknown>> | null>).flatMap((entry) => {
      const name = entry?.[key]
      return typeof name === "string" ? [name] : []
    })
    : []
}
