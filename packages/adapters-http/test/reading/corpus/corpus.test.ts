import { describe, expect, it } from "vitest"
import { compareTexts } from "./compareTexts.ts"
import { corpusPages } from "./pages.ts"
import { corpusPdfs } from "./pdfs.ts"
import { compareDocument, measureCorpus } from "./measureCorpus.ts"

const documents = [...corpusPages, ...corpusPdfs]

describe("the corpus of pages and PDFs", () => {
  it("has sixty documents with different names", () => {
    expect(new Set(documents.map(({ name }) => name)).size).toBe(documents.length)
    expect(documents.length).toBe(60)
  })

  it.each(documents)("$name: no number is invented or lost", async (document) => {
    const { numbers } = await compareDocument(document)
    expect(numbers).toMatchObject({ invented: [], lost: [] })
  })

  it("is read like a careful reader does, word by word", async () => {
    expect(await measureCorpus(documents)).toEqual({
      documents: 60,
      words: { kept: 4_686, lost: 0, invented: 0 },
      numbers: { kept: 155, lost: 0, invented: 0 }
    })
  })

  it("notices numbers that were joined, split, lost or added", () => {
    const { numbers } = compareTexts("2.1 [3] per cent, 10⁶, 45", "2.13 per cent, 106")
    expect(numbers).toEqual({ kept: 0, lost: ["2.1", "[3]", "10⁶", "45"], invented: ["2.13", "106"] })
    const { words } = compareTexts("long-term growth", "longterm growth")
    expect(words).toEqual({ kept: 1, lost: ["long-term"], invented: ["longterm"] })
  })
})
