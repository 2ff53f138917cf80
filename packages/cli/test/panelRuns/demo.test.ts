import { onServerDatabase } from "@auspex/testkit/databases"
import { type FakeChatRequest, scriptedSpecialist, startModelServer } from "@auspex/testkit/models"
import { Effect } from "effect"
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

  it("waits for a model that fails at first, and takes the brief to the packet of a panel", async () => {
    const models = await startModelServer({
      protocol: "openai-compatible",
      models: ["reasoner-1"],
      answer: ({ body }: FakeChatRequest) => {
        const messages = body.messages as ReadonlyArray<{ readonly content: string }>
        return [scriptedSpecialist({ system: messages[0]!.content, content: messages.at(-1)!.content })]
      }
    })
    models.fault = { kind: "garbage" }
    const pool = [{ provider: "openai-compatible", model: "reasoner-1", base_url: `${models.url}/v1` }]
    const page = path.join(directory, "panel.html")
    const { code, err, json } = await callAuspex(
      ["research", "demo", "--to", page, "--database-url", db.url(), "--output", "json"],
      {
        env: { AUSPEX_DATA_DIR: directory, AUSPEX_MODEL_POOL: JSON.stringify(pool) },
        onError: (text) => {
          if (!text.includes("the model does not answer as it should")) return
          models.fault = undefined
          // Failed requests are repeated after a pause.
          void Effect.runPromise(db.shiftClock("1 minute"))
        }
      }
    )
    await models.close()
    expect([code, err.match(/the model does not answer as it should/gu)?.length]).toEqual([0, 1])
    expect(json.headline).toMatch(/Yes is likely: 60 % \(5 specialists\)/u)
  })
})
