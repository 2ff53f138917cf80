import { onServerDatabase } from "@auspex/testkit/databases"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, expect, it } from "vitest"
import { callAuspex } from "../commands/callAuspex.ts"

onServerDatabase("auspex research demo", (db) => {
  const directory = mkdtempSync(path.join(tmpdir(), "auspex-demo-"))
  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  it("takes a brief to a packet that says that no model has answered, and a key to look at it with", async () => {
    const page = path.join(directory, "packet.html")
    const target = ["--database-url", db.url(), "--output", "json"]
    const { code, err, json } = await callAuspex(["research", "demo", "--to", page, ...target], {
      env: { AUSPEX_DATA_DIR: directory }
    })
    expect([code, json.page]).toEqual([0, page])
    expect(err).toMatch(/10 sources are ready, 2 were rejected\nno model is configured/u)
    const html = readFileSync(page, "utf8")
    expect(html).toMatch(/Vestrand[^]*No model is configured[^]*Evidence for/u)
    // A page of the demo orders models to answer 0.99; hidden text never gets that far.
    expect(html).not.toMatch(/SYSTEM:/u)
    const shown = await callAuspex(["research", "projects", "show", json.project_id, ...target], {
      env: { AUSPEX_RESEARCH_KEY: json.key }
    })
    expect(shown.json).toMatchObject({ status: "completed", question_count: 2, source_count: 12, reasoning_count: 2 })
    expect(
      shown.json.sources.flatMap(({ reason }: { readonly reason: string | null }) => reason ?? [])
    ).toEqual(["status", "thin"])
  })
})
