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
  it("shows the audit log by actor, action and time, newest first, page by page", async () => {
    const read = async (query: Record<string, string>) =>
      (await auspex.call("GET", `/api/admin/audit?${new URLSearchParams(query)}`, { as: auspex.adminKey })).body
    const person = await signUp(auspex)
    const path = `/api/admin/accounts/${person.id}`
    await auspex.call("POST", `${path}/suspend`, { as: auspex.adminKey, body: { reason: "asked for it" } })
    await auspex.call("POST", `${path}/restore`, { as: auspex.adminKey })
    const { entries, total } = await read({ action: "account", limit: "2" })
    expect(entries.map((entry: { readonly action: string }) => entry.action)).toEqual(
      ["account.restore", "account.suspend"]
    )
    expect(entries[1]).toMatchObject({ subject_type: "account", subject_id: person.id })
    expect(total).toBeGreaterThanOrEqual(2)
    const [restored, suspended] = entries
    expect((await read({ action: "account.suspend", limit: "1" })).entries).toEqual([suspended])
    expect((await read({ action: "accoun" })).entries).toEqual([])
    expect(await read({ actor: "nobody of this name" })).toMatchObject({ entries: [], total: 0, next_cursor: null })
    expect((await read({ actor: restored.actor, action: "account", from: restored.at, limit: "1" })).entries).toEqual(
      [restored]
    )
    expect((await read({ from: restored.at, to: restored.at })).entries).toEqual([])
    const first = await read({ action: "account", limit: "1" })
    expect((await read({ action: "account", limit: "1", cursor: first.next_cursor })).entries).toEqual([suspended])
    const wrong = await auspex.call("GET", "/api/admin/audit?from=yesterday", { as: auspex.adminKey })
    expect(wrong.status).toBe(400)
    expect(wrong.body.error).toContain("from must be an ISO 8601 time")
  })
})
