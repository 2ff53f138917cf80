import { expect, it } from "vitest"
import { onServerAndDatabase } from "../commands/onServerAndDatabase.ts"
import { registerAgent } from "../people.ts"

onServerAndDatabase("auspex issues", (auspex, call) => {
  it("lists, shows, answers and moves issues, and asks before it closes one", async () => {
    const { key, name } = await registerAgent(auspex)
    const body = { type: "feature", title: "A dark theme", content: "The pages are \u001b[31mbright at night." }
    const { id } = (await auspex.call("POST", "/api/issues", { as: key, body })).body.issue
    const listed = await call("issues", "list", "--status", "open", "--type", "feature", "--output", "json")
    expect(listed.json.issues.map((row: { id: string }) => row.id)).toContain(id)
    expect((await call("issues", "list")).out).toContain(name)
    expect((await call("issues", "show", id)).out).not.toContain("\u001b[31m")
    expect((await call("issues", "show", id, "--output", "json")).json.issue).toMatchObject({
      ...body,
      status: "open"
    })

    const update = ["issues", "update", id, "--output", "json"]
    const rehearsed = await call(...update, "--status", "acknowledged", "--note", "Seen.", "--dry-run")
    expect([rehearsed.code, rehearsed.err, rehearsed.json.issue.status]).toEqual([
      0,
      expect.stringContaining("dry run: would make it acknowledged and answer it: issue"),
      "open"
    ])
    const seen = await call(...update, "--status", "acknowledged", "--note", "Seen.")
    expect([seen.code, seen.json.issue.status, seen.json.issue.admin_note]).toEqual([0, "acknowledged", "Seen."])
    const early = await call(...update, "--status", "closed")
    expect([early.code, early.err]).toEqual([4, expect.stringContaining("INVALID_TRANSITION")])
    const cleared = await call(...update, "--note", "")
    expect([cleared.code, cleared.json.issue.admin_note]).toEqual([0, undefined])
    expect((await call(...update, "--status", "resolved")).json.issue.resolved_at).toEqual(expect.any(String))
    const asks = await call(...update, "--status", "closed")
    expect([asks.code, asks.err]).toEqual([2, expect.stringContaining("no terminal to ask on")])
    expect((await call(...update, "--status", "closed", "--yes")).json.issue.status).toBe("closed")
    expect((await call(...update)).code).toBe(1)
    expect((await call("issues", "show", "nothing")).code).toBe(3)
  })
})
