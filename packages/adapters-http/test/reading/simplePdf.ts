import { deflateSync } from "node:zlib"

const escaped = (text: string): string => text.replace(/[\\()]/g, "\\$&")

/** A line of a page: its text, and where it stands from the bottom. */
export interface SetLine {
  readonly text: string
  readonly y: number
  readonly size?: number
}

/** The content of a page that shows lines. */
export const contentOf = (lines: ReadonlyArray<SetLine>): string =>
  lines.map(({ size = 11, text, y }) => `BT /F1 ${size} Tf 72 ${y} Td (${escaped(text)}) Tj ET`).join("\n")

/** An object of a PDF: its dictionary, and its stream. */
export interface PdfObject {
  readonly dictionary: string
  readonly stream?: Uint8Array
}

/** A PDF of objects, numbered from 1; the first is the catalogue. */
export const pdfOf = (objects: ReadonlyArray<PdfObject>, trailer = ""): Uint8Array => {
  const parts: Array<Buffer> = [Buffer.from("%PDF-1.7\n")]
  const offsets: Array<number> = []
  let at = parts[0]!.length
  const write = (part: Uint8Array | string): void => {
    const bytes = Buffer.from(part as string)
    parts.push(bytes)
    at += bytes.length
  }
  objects.forEach(({ dictionary, stream }, index) => {
    offsets.push(at)
    write(`${index + 1} 0 obj\n`)
    if (stream === undefined) write(`<<${dictionary}>>\nendobj\n`)
    else {
      write(`<<${dictionary} /Length ${stream.length}>>\nstream\n`)
      write(stream)
      write("\nendstream\nendobj\n")
    }
  })
  const table = at
  write(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`)
  for (const offset of offsets) write(`${String(offset).padStart(10, "0")} 00000 n \n`)
  write(`trailer\n<</Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${table}\n%%EOF\n`)
  return Buffer.concat(parts)
}

/** A stream, compressed. */
export const flate = (content: string | Uint8Array): PdfObject => ({
  dictionary: "/Filter /FlateDecode",
  stream: deflateSync(content)
})

/** A PDF of pages with lines, and a title. */
export const simplePdf = (title: string, pages: ReadonlyArray<ReadonlyArray<SetLine>>): Uint8Array =>
  pdfWithContents(title, pages.map((lines) => flate(contentOf(lines))))

/** A PDF whose pages have these contents. */
export const pdfWithContents = (title: string, contents: ReadonlyArray<PdfObject>): Uint8Array => {
  const first = 5
  const kids = contents.map((_, index) => `${first + 2 * index} 0 R`).join(" ")
  return pdfOf([
    { dictionary: "/Type /Catalog /Pages 2 0 R" },
    { dictionary: `/Type /Pages /Count ${contents.length} /Kids [${kids}]` },
    { dictionary: "/Type /Font /Subtype /Type1 /BaseFont /Helvetica" },
    { dictionary: `/Title (${escaped(title)})` },
    ...contents.flatMap((content, index) => [
      {
        dictionary: "/Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources <</Font <</F1 3 0 R>>>> " +
          `/Contents ${first + 2 * index + 1} 0 R`
      },
      content
    ])
  ], "/Info 4 0 R")
}
