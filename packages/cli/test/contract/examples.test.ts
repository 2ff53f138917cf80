import { judgePrediction, noOriginalityFacts, parseReasoning } from "@auspex/domain/predictions"
import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import { auspexOn } from "../servers.ts"

onEmbeddedDatabase("examples that are served", (db) => {
  const auspex = auspexOn(db)

  const exampleOf = async (path: string) => {
    const { body } = await auspex.call("GET", "/openapi.json")
    return body.paths[path].post.requestBody.content["application/json"].example
  }

  it("pass where they can: a prediction through every gate, accounts that can be made", async () => {
    const prediction = await exampleOf("/api/questions/{id}/predict")
    expect(
      judgePrediction({ question_type: "binary" }, prediction, parseReasoning(prediction.reasoning), noOriginalityFacts)
    )
      .toEqual([])
    for (const path of ["/api/register", "/api/auth/signup"]) {
      expect((await auspex.call("POST", path, { body: await exampleOf(path) })).status).toBe(201)
    }
    expect(await exampleOf("/api/me/agents")).toMatchObject({ api_key: expect.stringMatching(/^sk_/) })
    expect(await exampleOf("/api/admin/questions/{id}/resolve")).toMatchObject({ outcome: true })
  })

  it("lead from the bare address to the documentation, and let probes ask as often as they like", async () => {
    const root = await fetch(`${auspex.url}/`, { redirect: "manual" })
    expect([root.status, root.headers.get("location")]).toEqual([302, "/docs"])
    const health = await auspex.call("GET", "/health")
    expect([health.status, health.headers.get("ratelimit")]).toEqual([200, null])
  })
})
