import { sourceTextMax } from "@auspex/domain/evidence"
import { getDocumentProxy } from "unpdf"
import type { ExtractedText } from "./ExtractedText.ts"
import { judgePdfStreams } from "./judgePdfStreams.ts"
import { knownWords } from "./joinLines.ts"
import { linesToParagraphs, type PdfLine, plainLine } from "./linesToParagraphs.ts"
import { pdfLines } from "./pdfLines.ts"
import { Unreadable } from "./Unreadable.ts"

/** The maximum number of pages of a PDF. */
const pagesMax = 2_000

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>

const open = async (bytes: Uint8Array): Promise<PdfDocument> => {
  try {
    // The library takes no `Buffer`, and keeps the memory that it is given.
    return await getDocumentProxy(new Uint8Array(bytes), {
      // No code is generated from fonts: that was how a font could run a script (CVE-2024-4367).
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      enableXfa: false,
      verbosity: 0
    })
  } catch (cause) {
    if ((cause as Error).name === "PasswordException") {
      throw new Unreadable("unreadable", "The PDF is protected by a password.")
    }
    throw new Unreadable("unreadable", "It is not a PDF that can be read.")
  }
}

const titleOf = async (pdf: PdfDocument): Promise<string> => {
  const { info } = await pdf.getMetadata()
  const { Title: title } = info as { readonly Title?: unknown }
  return typeof title === "string" ? title : ""
}

const textOf = async (pdf: PdfDocument): Promise<string> => {
  const pages: Array<ReadonlyArray<PdfLine>> = []
  let length = 0
  for (let number = 1; number <= pdf.numPages && length <= sourceTextMax; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    const lines = pdfLines(items)
    pages.push(lines)
    length += lines.reduce((sum, { text }) => sum + text.length + 1, 0)
    page.cleanup()
  }
  const words = knownWords(pages.flat().map(({ text }) => plainLine(text)))
  return pages.map((lines) => linesToParagraphs(lines, words)).join("\n\n")
}

/** The title and text of a PDF, with the lines of each paragraph joined. Reads no pictures: a scan has no text. */
export const readPdf = async (bytes: Uint8Array): Promise<ExtractedText> => {
  judgePdfStreams(bytes)
  const pdf = await open(bytes)
  try {
    if (pdf.numPages > pagesMax) {
      throw new Unreadable("too_large", `The PDF has ${pdf.numPages} pages; the limit is ${pagesMax}.`)
    }
    return { title: await titleOf(pdf), text: await textOf(pdf), hasPasswordField: false }
  } finally {
    await pdf.destroy()
  }
}
