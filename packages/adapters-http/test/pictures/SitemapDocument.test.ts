import { sitemapDocument, sitemapLimits } from "@auspex/adapters-http/pictures"
import { describe, expect, it } from "vitest"
import { readXml } from "./markup.ts"

const changed_at = new Date(1_000)
const read = (document: string) => readXml(document.slice(document.indexOf("\n") + 1).trim())

describe("a site map", () => {
  it("has the time of the last change of each address, for any address", () => {
    const addresses = ["https://a.example/?b&c=\"d\"", "https://a.example/]]>", "https://a.example/<script>"]
    const root = read(sitemapDocument(addresses.map((address) => ({ address, changed_at }))))
    expect(root.children.map(({ children: [address, changed] }) => [address!.text, changed!.text]))
      .toEqual(addresses.map((address) => [address, "1970-01-01T00:00:01.000Z"]))
  })

  it("without entries is valid", () => expect(read(sitemapDocument([])).children).toEqual([]))

  it("has at most 50,000 entries", () => {
    const entries = Array.from({ length: 50_001 }, (_, at) => ({ address: `https://a.example/${at}`, changed_at }))
    expect(sitemapDocument(entries).match(/<url>/g)).toHaveLength(50_000)
    expect(sitemapDocument(entries)).not.toContain("https://a.example/50000<")
  })

  it("has at most 50 MB of complete entries", () => {
    const entries = Array.from(
      { length: 50_000 },
      () => ({ address: `https://a.example/${"é".repeat(1_900)}`, changed_at })
    )
    const document = sitemapDocument(entries)
    const bytes = new TextEncoder().encode(document).byteLength
    expect(bytes).toBeLessThanOrEqual(sitemapLimits.bytesMax)
    expect(bytes).toBeGreaterThan(sitemapLimits.bytesMax / 2)
    expect(document.endsWith("</url>\n</urlset>\n")).toBe(true)
  })
})
