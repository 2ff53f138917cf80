import { readDocument } from "../../../src/reading/readDocument.ts"
import { compareTexts } from "./compareTexts.ts"
import type { CorpusDocument } from "./pages.ts"

interface Counts {
  kept: number
  lost: number
  invented: number
}

/** Reads a document, and compares what it says below its heading. */
export const compareDocument = async ({ bytes, contentType, heading = "", text }: CorpusDocument) => {
  const outcome = await readDocument({ bytes, contentType, charset: "utf-8", path: "/" })
  const read = outcome.status === "ready" ? outcome.text : ""
  return compareTexts(text, read.startsWith(heading) ? read.slice(heading.length) : read)
}

/** Reads all documents, and counts the words and numbers that were kept, lost and invented. */
export const measureCorpus = async (documents: ReadonlyArray<CorpusDocument>) => {
  const words: Counts = { kept: 0, lost: 0, invented: 0 }
  const numbers: Counts = { kept: 0, lost: 0, invented: 0 }
  for (const document of documents) {
    const compared = await compareDocument(document)
    for (const [sum, found] of [[words, compared.words], [numbers, compared.numbers]] as const) {
      sum.kept += found.kept
      sum.lost += found.lost.length
      sum.invented += found.invented.length
    }
  }
  return { documents: documents.length, words, numbers }
}
