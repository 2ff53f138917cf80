import { parentPort } from "node:worker_threads"
import { type FetchedDocument, readDocument } from "./readDocument.ts"

// What the thread of ReadingThread.ts runs: answers each document with its outcome.
const answer = (message: unknown): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
  parentPort?.postMessage(message)
}

parentPort?.on("message", (document: FetchedDocument) => {
  void readDocument(document).then(answer)
})
// Promises that a library makes and abandons must not end the thread; a document's outcome waits for none of them.
process.on("unhandledRejection", () => undefined)
answer("started")
