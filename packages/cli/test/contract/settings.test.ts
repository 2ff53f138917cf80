import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { settingEntries } from "../../src/composition/Settings.ts"

describe("the settings", () => {
  const page = readFileSync(new URL("../../../../docs/operating.md", import.meta.url), "utf8")
  it.each(Object.values(settingEntries))("$variable $flag is in docs/operating.md", ({ flag, variable }) => {
    if (variable !== "") expect(page).toContain(`\`${variable}\``)
    if (flag !== undefined) expect(page).toContain(flag)
  })
  it("are all that docs/operating.md names", () => {
    const known: ReadonlyArray<string> = Object.values(settingEntries).map(({ variable }) => variable)
    const named = new Set(page.match(/\bAUSPEX_[A-Z_]+\b/g))
    expect([...named].filter((name) => !known.includes(name))).toEqual([])
  })
})
