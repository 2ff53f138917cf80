import { parentPort } from "node:worker_threads"
import { renderArticle } from "./renderArticle.ts"

// What the thread of ArticleThread.ts runs: answers each text with its rendering.
parentPort?.on("message", (markdown: string) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
  parentPort?.postMessage(renderArticle(markdown))
})
