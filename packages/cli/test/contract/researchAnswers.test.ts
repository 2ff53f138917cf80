import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { LocalSite } from "@auspex/testkit/outside"
import { afterAll, beforeAll, expect, it } from "vitest"
import { documentedAnswers } from "../documentedAnswers.ts"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { recordResearch, startSpecialists } from "./recordResearch.ts"

onServerDatabaseFirst("the answers of the research API", (db) => {
  let auspex: RunningAuspex
  let site: LocalSite
  let specialists: Awaited<ReturnType<typeof startSpecialists>>
  beforeAll(async () => {
    site = await LocalSite.start()
    specialists = await startSpecialists()
    auspex = await startAuspex(db.layer, {
      flags: { allowPrivateEgress: true, modelPool: specialists.modelPool }
    })
  })
  afterAll(async () => {
    await auspex.stop()
    await site.stop()
    await specialists.close()
  })

  it("fit its OpenAPI document, for every operation", async () => {
    const documented = documentedAnswers.research()
    documented.seen.clear()
    // Each call fails for an answer that the document does not describe.
    await recordResearch(auspex, site, {})
    expect(documented.names.filter((name) => !documented.seen.has(name))).toEqual([])
  })
})
