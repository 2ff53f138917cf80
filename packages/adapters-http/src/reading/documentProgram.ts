import { parentPort } from "node:worker_threads"
import { type FetchedDocument, readDocument } from "./readDocument.ts"

// What the thread of ReadingThread.ts runs: answers each document with its outcome.
parentPort?.on("message", (document: FetchedDocument) => {
  void readDocument(document).then((outcome) => parentPort?.postMessage(outcome))
})
// Promises that a library makes and abandons must not end the thread; a document's outcome waits for none of them.
process.on("unhandledRejection", () => undefined)
parentPort?.postMessage("started")
