import type { RequestListener } from "node:http"
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib"
import { contentOf, flate, pdfOf, pdfWithContents } from "./simplePdf.ts"

const html = { "content-type": "text/html; charset=utf-8" }
const pdf = { "content-type": "application/pdf" }
const text = { "content-type": "text/plain" }
const markdown = { "content-type": "text/markdown" }

const send =
  (headers: Readonly<Record<string, string>>, body: () => string | Uint8Array): RequestListener =>
  (_request, response) => void response.writeHead(200, headers).end(body())

/**
 * A tenth of the permitted size, so that the test is quick: what grows faster than its size shows that here, too. By hand, all
 * of these were read at their full size within the limits of the service.
 */
const pageLength = 500_000

/** Fills a page with a part. */
const fill = (part: string, size = pageLength): string => part.repeat(Math.floor(size / part.length))
const page = (part: string, size?: number) => send(html, () => fill(part, size))

/** Writes a part every few milliseconds, and never ends. */
const drip = (headers: Readonly<Record<string, string>>, part: string): RequestListener => (_request, response) => {
  response.writeHead(200, headers)
  const timer = setInterval(() => response.write(part), 5)
  response.on("close", () => clearInterval(timer))
}

const pdfContent = (content: string) => send(pdf, () => pdfWithContents("", [flate(content)]))
const catalog = { dictionary: "/Type /Catalog /Pages 2 0 R" }
const form = (resources: string, content: string) => ({
  dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources <<${resources}>> /Filter /FlateDecode`,
  stream: deflateSync(content)
})
/** Forms that each draw the next one many times. */
const formBomb = (depth: number, width: number): Uint8Array =>
  pdfOf([
    catalog,
    { dictionary: "/Type /Pages /Count 1 /Kids [3 0 R]" },
    {
      dictionary:
        "/Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources <</XObject <</X 6 0 R>>>> /Contents 5 0 R"
    },
    { dictionary: "/Type /Font /Subtype /Type1 /BaseFont /Helvetica" },
    flate("/X Do"),
    ...Array.from({ length: depth }, (_, n) =>
      n === depth - 1
        ? form("/Font <</F1 4 0 R>>", "BT /F1 9 Tf (x) Tj ET ".repeat(width))
        : form(`/XObject <</X ${7 + n} 0 R>>`, "/X Do ".repeat(width)))
  ])
const selfForm = (): Uint8Array =>
  pdfOf([
    catalog,
    { dictionary: "/Type /Pages /Count 1 /Kids [3 0 R]" },
    {
      dictionary:
        "/Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources <</XObject <</X 4 0 R>>>> /Contents 5 0 R"
    },
    form("/XObject <</X 4 0 R>>", "/X Do /X Do"),
    flate("/X Do")
  ])
/** Glyphs that are named by a map with very many entries. */
const mapBomb = (): Uint8Array => {
  const ranges = "<0000> <ffff> <0041>\n".repeat(100)
  const map = `/CIDInit /ProcSet findresource begin begincmap ${
    `100 beginbfrange\n${ranges}endbfrange\n`.repeat(400)
  }endcmap`
  return pdfOf([
    catalog,
    { dictionary: "/Type /Pages /Count 1 /Kids [3 0 R]" },
    {
      dictionary: "/Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources <</Font <</F1 4 0 R>>>> /Contents 5 0 R"
    },
    { dictionary: "/Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R" },
    flate(contentOf([{ text: "hello", y: 700 }])),
    flate(map)
  ])
}
const predictorPdf = (): Uint8Array =>
  pdfWithContents("", [{
    dictionary:
      "/Filter /FlateDecode /DecodeParms <</Predictor 15 /Columns 2147483647 /Colors 32 /BitsPerComponent 16>>",
    stream: deflateSync(Buffer.alloc(1_000_000, 2))
  }])
const loopingTables = (): Uint8Array => {
  const head =
    "%PDF-1.7\n1 0 obj\n<</Type /Catalog /Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type /Pages /Count 0 /Kids []>>\nendobj\n"
  const table = `xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 3 /Root 1 0 R /Prev ${head.length}>>\n`
  return Buffer.from(`${head}${table}startxref\n${head.length}\n%%EOF\n`)
}

/** Documents that are made to hold up a reader, each in a way of its own. */
export const hostileDocuments: Readonly<Record<string, RequestListener>> = {
  "deep divisions": page("<div>"),
  "deep inline elements within the limit": send(html, () => `${"<b>".repeat(590)}${fill("x ")}`),
  "unclosed paragraphs": page("<p>"),
  "open tags without an end": page("<a href='"),
  "an attribute without an end": send(html, () => `<p class="${fill("a ")}`),
  "very many attributes": send(html, () => `<p ${Array.from({ length: 60_000 }, (_, n) => `a${n}=1`).join(" ")}>`),
  "very many classes": send(
    html,
    () => `<style>.x{display:none}</style>${`<p class="${"a ".repeat(2_000)}">x</p>`.repeat(200)}`
  ),
  entities: page("&amp;&lt;&#x10ffff;&NotEqualTilde;&amp"),
  "style rules": send(html, () => `<style>${fill(".a,.b{color:red;display:none}")}</style>`),
  "open comments in a style": send(html, () => `<style>${fill("/*{}", 500_000)}</style>`),
  "long styles of elements": page(`<p style="${"a:b(;".repeat(300)}">x</p>`),
  "text decorations without an end": page(`<p style="text-decoration:${"x ".repeat(600)}">x</p>`),
  "nested tables": send(html, () => fill(`${"<table><tr><td>".repeat(190)}x${"</table>".repeat(190)}`)),
  "cells that span everything": send(
    html,
    () => `<table><tr><th>a${fill("<td rowspan=65000 colspan=65000>abcdefgh<tr>", 300_000)}`
  ),
  "a table of one row": send(html, () => `<table><tr><th>a${fill("<td>1")}`),
  "raised text in raised text": page(`${"<sup>".repeat(300)}1${"</sup>".repeat(300)}`),
  "raised text": page("1<sup>2</sup>"),
  "formulas in formulas": page(`<math>${"<mfrac><mn>1</mn><mrow>".repeat(250)}${"</mrow></mfrac>".repeat(250)}</math>`),
  "lists in lists": page(`${"<ul><li>".repeat(250)}x${"</ul>".repeat(250)}`),
  "articles in articles": send(html, () => `<main>${fill("<article><p>word ", 300_000)}`),
  links: page("<a href=x>word </a>"),
  "sections with names of menus": send(
    html,
    () => `<main>${fill("<section class=nav><a href=x>a</a> b</section>")}</main>`
  ),
  "one word without an end": send(html, () => `<p>${fill("a", 900_000)}`),
  "marks on one letter": send(text, () => `e${fill("\u0301", 900_000)}`),
  stops: send(text, () => fill(".", 900_000)),
  "quotation marks": send(text, () => fill("\" ", 900_000)),
  "spaces and ends of lines": send(text, () => `a${fill(" \n\t", 500_000)}b`),
  "open brackets in Markdown": send(markdown, () => fill("![", 200_000)),
  "emphasis in Markdown": send(markdown, () => fill("*_", 200_000)),
  "quotations in Markdown": send(markdown, () => `${"> ".repeat(2_000)}x\n`.repeat(200)),
  "open tags of scripts in an unknown charset": send(
    { "content-type": "text/html" },
    () => Buffer.from(fill("<script \u00ff", 500_000), "latin1")
  ),
  "a bomb of gzip": send({ ...html, "content-encoding": "gzip" }, () => gzipSync(Buffer.alloc(8_000_000, 32))),
  "a bomb of brotli": send(
    { ...html, "content-encoding": "br" },
    () => brotliCompressSync(Buffer.alloc(8_000_000, 32))
  ),
  "a bomb of raw deflate": send(
    { ...html, "content-encoding": "deflate" },
    () => deflateRawSync(Buffer.alloc(8_000_000, 32))
  ),
  "a body that drips": drip(html, "x"),
  "a compressed body that drips": drip({ ...html, "content-encoding": "gzip" }, ""),
  "a server that says nothing": () => undefined,
  "a server that ends within its body": (_request, response) => {
    response.writeHead(200, { ...html, "content-length": "1000" }).write("<p>")
    response.socket?.end()
  },
  "a header without an end": (_request, response) =>
    void response.socket?.write(`HTTP/1.1 200 OK\r\nx: ${"a".repeat(100_000)}`),
  "a PDF of forms that draw one another": send(pdf, () => formBomb(8, 20)),
  "a PDF whose form draws itself": send(pdf, selfForm),
  "a PDF whose tables point to themselves": send(pdf, loopingTables),
  "a PDF whose page tree contains itself": send(
    pdf,
    () => pdfOf([catalog, { dictionary: "/Type /Pages /Count 100000 /Kids [2 0 R 2 0 R]" }])
  ),
  "a PDF with a map of very many glyphs": send(pdf, mapBomb),
  "a PDF with absurd rows": send(pdf, predictorPdf),
  "a PDF compressed twice": send(
    pdf,
    () =>
      pdfWithContents("", [{
        dictionary: "/Filter [/FlateDecode /FlateDecode]",
        stream: deflateSync(deflateSync(Buffer.alloc(60_000_000, 32)))
      }])
  ),
  "a PDF of operators": pdfContent("q ".repeat(800_000)),
  "a PDF of single letters": pdfContent(`BT /F1 9 Tf 72 700 Td ${"(a) Tj ".repeat(60_000)} ET`),
  "a PDF of lines that rise": pdfContent(`BT /F1 9 Tf 72 700 Td ${"1 Ts (a) Tj 5 Ts (1) Tj ".repeat(20_000)} ET`),
  "a PDF of open arrays": send(pdf, () => Buffer.from(`%PDF-1.7\n1 0 obj\n${"[".repeat(600_000)}`)),
  "a PDF of open dictionaries": send(pdf, () => Buffer.from(`%PDF-1.7\n1 0 obj\n${"<</A ".repeat(100_000)}`)),
  "a PDF of ends of streams": send(pdf, () => Buffer.from(`%PDF-1.7\n${"stream\nendstream ".repeat(50_000)}`)),
  "a PDF of objects": send(
    pdf,
    () =>
      Buffer.from(
        `%PDF-1.7\n${Array.from({ length: 30_000 }, (_, n) => `${n} 0 obj<</Length ${n + 1} 0 R>>stream\n`).join("")}`
      )
  )
}
