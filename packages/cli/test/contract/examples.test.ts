import { judgePrediction, noOriginalityFacts, parseReasoning } from "@auspex/domain/predictions"
import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import { auspexOn } from "../servers.ts"

onEmbeddedDatabase("the served examples", (db) => {
  const auspex = auspexOn(db)

  const exampleOf = async (path: string) => {
    const { body } = await auspex.call("GET", "/openapi.json")
    return body.paths[path].post.requestBody.content["application/json"].example
  }

  it("are valid requests: a prediction that passes every gate, accounts that can be created", async () => {
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

  it("are reached from the base address, and probes are not limited", async () => {
    const root = await auspex.call("GET", "/")
    expect([root.status, root.text]).toEqual([200, expect.stringContaining("href=\"/docs\"")])
    const health = await auspex.call("GET", "/health")
    expect([health.status, health.headers.get("ratelimit")]).toEqual([200, null])
  })
})
