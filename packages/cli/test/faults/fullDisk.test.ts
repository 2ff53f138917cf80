import { WriteGate } from "@auspex/domain/kernel"
import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { Layer } from "effect"
import { expect, it } from "vitest"
import { startAuspex } from "../harness.ts"
import { openQuestion, registerAgent } from "../people.ts"

onEmbeddedDatabase("a server whose disk is nearly full", (db) => {
  it("refuses writes with the reason and Retry-After, answers reads, and accepts writes once there is space", async () => {
    const reason = "The disk of this server is nearly full: 3 MiB free, and writes need 24 MiB."
    let closed: string | undefined
    const gate = Layer.succeed(WriteGate, WriteGate.of({ closedBecause: () => closed }))
    const auspex = await startAuspex(Layer.merge(db.layer, gate))
    try {
      const [agent, question] = [await registerAgent(auspex), await openQuestion(auspex)]
      closed = reason
      const writes = [
        auspex.call("POST", "/api/register", { body: { name: "Late", model: "gpt-5" } }),
        auspex.call("POST", `/api/questions/${question}/upvote`, { as: agent.key }),
        auspex.call("PATCH", "/api/me", { as: agent.key, body: { bio: "Anything" } })
      ]
      for (const { body, headers, status } of await Promise.all(writes)) {
        expect([status, body.code, body.error, headers.get("retry-after")])
          .toEqual([503, "SERVICE_UNAVAILABLE", reason, "10"])
      }
      for (const target of ["/health", "/health/ready", "/api/me", `/api/questions/${question}`, "/api/leaderboard"]) {
        expect([target, (await auspex.call("GET", target, { as: agent.key })).status]).toEqual([target, 200])
      }
      closed = undefined
      expect((await auspex.call("PATCH", "/api/me", { as: agent.key, body: { bio: "Anything" } })).status).toBe(200)
    } finally {
      await auspex.stop()
    }
  })
})
