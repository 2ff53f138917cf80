import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import { documentedAnswers } from "../documentedAnswers.ts"
import { auspexOn } from "../servers.ts"

onEmbeddedDatabase("what is answered to an entity tag", (db) => {
  const auspex = auspexOn(db)

  it("is 304 wherever the OpenAPI document describes it, and nowhere else", async () => {
    const documented = documentedAnswers.core()
    const reads = documented.names.filter((name) => name.startsWith("GET ") && !name.includes("{"))
    const described: Array<string> = []
    for (const name of reads) {
      const target = name.slice(4)
      // Search needs a text; the others ignore it. `call` also fails for a 304 that is not described.
      const { status } = await auspex.call("GET", `${target}?q=gauge`, { headers: { "if-none-match": "*" } })
      const responses = documented.operationOf("GET", target)!.operation["responses"]
      if ("304" in responses) described.push(name)
      expect([name, status === 304]).toEqual([name, "304" in responses])
    }
    expect(described.length).toBeGreaterThan(20)
    expect(described).not.toContain("GET /api/export/predictions")
  })
})
