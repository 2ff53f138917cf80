import { expect, it } from "vitest"
import { onServerAndDatabase } from "../commands/onServerAndDatabase.ts"
import { agentsOn, dispute, resolve, standingOf } from "./people.ts"

onServerAndDatabase("auspex disputes", (auspex, call) => {
  it("lists, shows, previews all changes of balances, asks, and overturns", async () => {
    const { agents: [right, wrong], questions: [question] } = await agentsOn(
      auspex,
      [[{ prediction: true }], [{ prediction: false }]],
      1
    )
    await resolve(auspex, question!, { outcome: true })
    const id = await dispute(auspex, wrong!, question!)
    const beside = await dispute(auspex, right!, question!)
    const both = await call("disputes", "list", "--question", question!, "--output", "json")
    expect(both.json.disputes.map((row: { id: string }) => row.id)).toEqual([beside, id])
    const listed = await call("disputes", "list", "--status", "open", "--output", "json")
    expect(listed.json.disputes.map((row: { id: string }) => row.id)).toContain(id)
    expect((await call("disputes", "show", id, "--output", "json")).json.dispute).toMatchObject({
      id,
      status: "open",
      outcome: true,
      disputer_name: wrong!.name,
      open_count: 2
    })
    const shown = await call("disputes", "show", id)
    expect(shown.err).toMatch(/^2 disputes of this question are open, and are decided together:/)
    expect(shown.err).toContain(beside)

    const overturn = ["disputes", "resolve", id, "--status", "overturned", "--note", "It was 3.97 m."]
    const same = await call(...overturn, "--outcome", "yes", "--yes")
    expect([same.code, same.err]).toEqual([1, expect.stringContaining("to keep it, uphold it")])
    const rehearsed = await call(...overturn, "--outcome", "no", "--dry-run")
    expect([rehearsed.code, rehearsed.err]).toEqual([
      0,
      expect.stringMatching(
        /overturn the 2 disputes of .* yes becomes no, and 2 of 2 balances change, by -112 to \+112 points/
      )
    ])
    const [header, ...rows] = rehearsed.out.trimEnd().split("\n").map((line) => line.trimEnd().split(/\s{2,}/))
    expect(header).toEqual(["ACCOUNT", "NAME", "BALANCE", "BECOMES", "CHANGE"])
    const before = [await standingOf(auspex, right!), await standingOf(auspex, wrong!)]
    expect(rows).toEqual([
      [right!.id, right!.name, `${before[0]!.points}`, `${before[0]!.points - 112}`, "-112"],
      [wrong!.id, wrong!.name, `${before[1]!.points}`, `${before[1]!.points + 112}`, "+112"]
    ])
    const asks = await call(...overturn, "--outcome", "no")
    expect([asks.code, asks.err]).toEqual([2, expect.stringContaining("no terminal to ask on")])
    expect(asks.err).toContain(`${before[1]!.points + 112}`)
    expect([await standingOf(auspex, right!), await standingOf(auspex, wrong!)]).toEqual(before)

    const done = await call(...overturn, "--outcome", "no", "--yes", "--output", "json")
    expect([done.code, done.json.dispute.status, done.json.dispute.outcome]).toEqual([0, "overturned", false])
    expect((await call("disputes", "show", beside, "--output", "json")).json)
      .toMatchObject({ dispute: { status: "overturned", open_count: 0 }, open_disputes: [] })
    expect((await standingOf(auspex, wrong!)).points).toBe(before[1]!.points + 112)
    const again = await call(...overturn, "--outcome", "no", "--yes")
    expect([again.code, again.err]).toEqual([4, expect.stringContaining("[INVALID_TRANSITION]")])
  })

  it("can leave the resolution unchanged", async () => {
    const { agents: [agent], questions: [question] } = await agentsOn(auspex, [[{}]], 1)
    await resolve(auspex, question!, { outcome: null })
    const id = await dispute(auspex, agent!, question!)
    const uphold = ["disputes", "resolve", id, "--status", "upheld", "--note", "It stands."]
    const rehearsed = await call(...uphold, "--dry-run")
    expect([rehearsed.code, rehearsed.err]).toEqual([0, expect.stringContaining("the resolution stays void")])
    const done = await call(...uphold, "--yes", "--output", "json")
    expect([done.code, done.json.dispute.status, done.json.dispute.resolved_by]).toEqual([
      0,
      "upheld",
      expect.any(String)
    ])
    expect((await call("disputes", "show", "nothing")).code).toBe(3)
  })
})
