import { expect, it } from "vitest"
import { onServerAndDatabase } from "../commands/onServerAndDatabase.ts"
import { verifiedHuman } from "../people.ts"

onServerAndDatabase("auspex research", (auspex, call) => {
  const ok = async (...argv: ReadonlyArray<string>) => {
    const called = await call(...argv, "--output", "json")
    expect([argv, called.code, called.err.replace(/^The secret.*\n/u, "")]).toEqual([argv, 0, ""])
    return called.json
  }

  it("makes a workspace with members and a key that opens the research API", async () => {
    const [olive, bea] = [await verifiedHuman(auspex), await verifiedHuman(auspex)]
    const { id } = await ok("research", "workspaces", "create", "Olive & Sons", "--owner", olive.id)
    expect((await ok("research", "workspaces", "list", "--all")).workspaces).toContainEqual(
      expect.objectContaining({ id, name: "Olive & Sons", tier: "standard", member_count: 1 })
    )
    const changed = await ok("research", "workspaces", "update", id, "--tier", "enterprise", "--name", "Olive")
    expect(changed).toMatchObject({ tier: "enterprise", name: "Olive" })
    expect((await ok("research", "members", "put", id, bea.id, "--role", "viewer")).role).toBe("viewer")
    const { members } = await ok("research", "workspaces", "show", id)
    expect(members.map(({ role }: { readonly role: string }) => role)).toEqual(["admin", "viewer"])
    const { key, secret } = await ok("research", "keys", "create", id, "notebook", "--account", bea.id, "--days", "7")
    const asked = () => auspex.research("GET", "/api/framing-rules", { as: secret })
    expect((await asked()).status).toBe(200)
    expect((await ok("research", "keys", "list", id)).keys).toMatchObject([{ id: key.id, live: true }])
    expect((await call("research", "keys", "revoke", id, key.id, "--dry-run")).err).toMatch(/would revoke the key/u)
    expect((await asked()).status).toBe(200)
    expect((await ok("research", "keys", "revoke", id, key.id, "--yes")).live).toBe(false)
    expect((await asked()).status).toBe(401)
    expect((await call("research", "members", "remove", id, bea.id, "--dry-run")).err).toMatch(/would remove/u)
    await ok("research", "members", "remove", id, bea.id, "--yes")
    const { entries } = await ok("research", "audit", id, "--limit", "3")
    expect(entries.map(({ action }: { readonly action: string }) => action)).toEqual([
      "member.remove",
      "key.revoke",
      "key.create"
    ])
  })

  it("says what is wrong", async () => {
    const nobody = await call("research", "workspaces", "create", "Nobody's", "--owner", "nobody at all")
    expect([nobody.code, nobody.err]).toEqual([3, expect.stringContaining("[ACCOUNT_NOT_FOUND]")])
    const unknown = await call("research", "workspaces", "show", "unknown")
    expect([unknown.code, unknown.err]).toEqual([3, expect.stringContaining("[WORKSPACE_NOT_FOUND]")])
    const { id } = await ok("research", "workspaces", "create", "One", "--owner", (await verifiedHuman(auspex)).id)
    const nothing = await call("research", "workspaces", "update", id)
    expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining("give --name or --tier")])
    const days = await call("research", "keys", "create", id, "notebook", "--account", "nobody", "--days", "367")
    expect([days.code, days.err]).toEqual([1, expect.stringContaining("expires_in_days")])
  })

  it("shows tables to people", async () => {
    const { id } = await ok("research", "workspaces", "create", "Two", "--owner", (await verifiedHuman(auspex)).id)
    const shown = await call("research", "workspaces", "show", id)
    expect(shown.out).toMatch(/ACCOUNT +ROLE +ADDED +NAME/u)
    expect((await call("research", "audit", id)).out).toMatch(/workspace\.create/u)
  })
})
