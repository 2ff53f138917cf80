import { type FetchedDocument, readDocument } from "../../src/reading/readDocument.ts"

/** A sentence without difficulties. */
export const sentence =
  "The council met for three hours on Tuesday and put off the vote on the flood wall until the spring. "
/** Enough text to be read. */
export const prose = sentence.repeat(6).trim()

/** Reads a document without a charset in its header. */
export const read = (content: string | Uint8Array, contentType = "text/html", more: Partial<FetchedDocument> = {}) =>
  readDocument({ bytes: Buffer.from(content as string), contentType, charset: null, path: "/", ...more })
/** The text of a document, or why it is rejected. */
export const textOf = async (...document: Parameters<typeof read>): Promise<string> => {
  const outcome = await read(...document)
  return outcome.status === "ready" ? outcome.text : `${outcome.reason}: ${outcome.detail}`
}
/** A page with a title. */
export const page = (body: string, head = ""): string =>
  `<!doctype html><html><head><title>Flood wall waits</title>${head}</head><body>${body}</body></html>`
