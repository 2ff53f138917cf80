import { onEachDatabase } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import { fresh, registerAgent, signUp } from "../people.ts"
import { auspexOn } from "../servers.ts"

onEachDatabase("administration under review", (db) => {
  const auspex = auspexOn(db)

  it("identifies an account by its address before a name that equals the address", async () => {
    const before = await signUp(auspex)
    const path = (name: string) => `/api/admin/accounts/${encodeURIComponent(name)}`
    const impostor = await registerAgent(auspex, { name: before.email })
    const shown = await auspex.call("GET", path(before.email), { as: auspex.adminKey })
    expect(shown.body.account.id).toBe(before.id)
    const free = `nobody${fresh()}@example.org`
    const early = await registerAgent(auspex, { name: free })
    expect((await auspex.call("GET", path(free), { as: auspex.adminKey })).body.account.id).toBe(early.id)
    expect((await auspex.call("GET", path(impostor.id), { as: auspex.adminKey })).body.account.id).toBe(impostor.id)
  })
})
