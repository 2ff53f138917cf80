import { sourceTextMax } from "@auspex/domain/evidence"
import { getDocumentProxy } from "unpdf"
import type { ExtractedText } from "./ExtractedText.ts"
import { judgePdfStreams } from "./judgePdfStreams.ts"
import { linesToParagraphs, type PdfLine } from "./linesToParagraphs.ts"
import { Unreadable } from "./Unreadable.ts"

/** The maximum number of pages of a PDF. */
const pagesMax = 2_000

/** A run of characters as the library reports it. */
interface PdfItem {
  readonly str: string
  readonly hasEOL: boolean
  readonly height: number
  /** The last two numbers are the position: x from the left, y from the bottom. */
  readonly transform: ReadonlyArray<number>
}

const isItem = (item: object): item is PdfItem => "str" in item

const linesOf = (items: ReadonlyArray<object>): ReadonlyArray<PdfLine> => {
  const lines: Array<PdfLine> = []
  let text = ""
  let height = 0
  let y: number | undefined
  for (const item of items) {
    if (!isItem(item)) continue
    text += item.str
    if (item.str.trim() !== "") {
      height = Math.max(height, item.height)
      y ??= item.transform[5] ?? 0
    }
    if (!item.hasEOL) continue
    lines.push({ text, height, y: y ?? 0 })
    text = ""
    height = 0
    y = undefined
  }
  return text === "" ? lines : [...lines, { text, height, y: y ?? 0 }]
}

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
  const parts: Array<string> = []
  let length = 0
  for (let number = 1; number <= pdf.numPages && length <= sourceTextMax; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    const text = linesToParagraphs(linesOf(items))
    parts.push(text)
    length += text.length
    page.cleanup()
  }
  return parts.join("\n\n")
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
