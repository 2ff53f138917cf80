import { packetConstants, probabilityLevels } from "@auspex/domain/packets"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

const page = readFileSync(new URL("../../../../docs/packets.md", import.meta.url), "utf8")

describe("docs/packets.md", () => {
  it("lists every constant with its value", () => {
    const rows = [...page.matchAll(/^\| `(\w+)` +\| +([\d.]+) \|$/gm)].map(([, name, value]) => [name, Number(value)])
    expect(rows).toEqual(Object.entries(packetConstants))
  })

  it("has the words for probabilities", () => {
    const rows = [...page.matchAll(/^\| +(\d+) % \| (.+?) +\|$/gm)].map(([, to, words]) => ({
      to: Number(to) / 100,
      words
    }))
    expect(rows).toEqual(probabilityLevels)
  })
})
