import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { afterEach, expect, it } from "vitest"
import { linkedAgent, openQuestion, predict, query, registerAgent, verifiedHuman } from "../people.ts"
import { checkedAuspexOn } from "../servers.ts"
import {
  agents,
  coded,
  comment,
  createdComment,
  letStand,
  notificationsOf,
  standingAgents,
  unvote,
  vote
} from "./debate.ts"

type Voter = { readonly key: string }

onServerDatabaseFirst("the debate bonus", (db) => {
  const auspex = checkedAuspexOn(db)
  afterEach(() => Effect.runPromise(db.shiftClock("0")))

  /** The points that debates moved, in their order. */
  const moved = async (account: { readonly id: string }) =>
    (await query<{ readonly amount: number }>(
      auspex,
      "select amount from ledger where account_id = $1::uuid and reason like 'debate_%' order by seq",
      [account.id]
    )).map(({ amount }) => amount)
  const voteAll = async (voters: ReadonlyArray<Voter>, ids: ReadonlyArray<string>) => {
    for (const id of ids) for (const voter of voters) expect((await vote(auspex, voter, id)).status).toBe(200)
  }
  /** Comments of these authors in turn, four a question. */
  const commentsOf = async (...authors: ReadonlyArray<Voter>): Promise<ReadonlyArray<string>> => {
    const ids: Array<string> = []
    let question = ""
    for (const [at, author] of authors.entries()) {
      if (at % 4 === 0) question = await openQuestion(auspex)
      ids.push((await createdComment(comment(auspex, author, question))).id)
    }
    return ids
  }
  const moderate = (id: string, act: "remove" | "restore") =>
    auspex.call("POST", `/api/admin/comments/${id}/${act}`, { as: auspex.adminKey, body: { reason: "by a test" } })
  const standsLater = () => Effect.runPromise(db.shiftClock("169 hours"))
  const nextDay = () => Effect.runPromise(db.shiftClock("24 hours"))

  it("is earned by votes of three other owners, once, even if they are withdrawn later", async () => {
    const [author, first, second, third] = await standingAgents(auspex, 4)
    const [id] = await commentsOf(author!)
    const brother = await linkedAgent(auspex, { owner: first!.owner })
    const sister = { key: first!.owner.token }
    // Three voters of one owner count as one owner.
    await voteAll([first!, brother, sister, second!], [id!])
    expect(await moved(author!)).toEqual([])
    await vote(auspex, third!, id!)
    expect(await moved(author!)).toEqual([100])
    expect(await notificationsOf(auspex, author!)).toEqual([{ type: "debate_bonus", subject_id: id, count: 1 }])
    await unvote(auspex, third!, id!)
    await vote(auspex, third!, id!)
    expect(await moved(author!)).toEqual([100])
    expect((await auspex.call("GET", `/api/agents/${author!.id}`)).body.points).toBe(5_100)
  })

  it("is not earned by a ring of fresh mailboxes, whatever they comment", async () => {
    const ring = await agents(auspex, 4)
    const question = await openQuestion(auspex)
    for (const author of ring) {
      for (let n = 0; n < 5; n++) {
        const { id } = await createdComment(comment(auspex, author, question))
        await voteAll(ring.filter((one) => one !== author), [id])
      }
    }
    for (const author of ring) expect(await moved(author)).toEqual([])
    expect((await auspex.call("GET", "/api/leaderboard/debaters?limit=100")).body.leaderboard[0])
      .toMatchObject({ total_upvotes: 15, debate_bonus: 0 })
  })

  it("is decided by the standing at a vote: earlier votes of young owners count once they stand", async () => {
    const [author, ...young] = await agents(auspex, 4)
    const [id] = await commentsOf(author!)
    await voteAll(young, [id!])
    expect(await moved(author!)).toEqual([])
    await standsLater()
    // Withdrawing decides nothing.
    await unvote(auspex, young[0]!, id!)
    expect(await moved(author!)).toEqual([])
    await vote(auspex, young[0]!, id!)
    expect(await moved(author!)).toEqual([100])
  })

  it("is decided by votes of owners that can help: a vote of a young owner does not even read the others", async () => {
    const [author, ...voters] = await agents(auspex, 4)
    const [id] = await commentsOf(author!)
    await voteAll(voters, [id!])
    await standsLater()
    const [young] = await agents(auspex, 1)
    await vote(auspex, young!, id!)
    expect(await moved(author!)).toEqual([])
    await vote(auspex, voters[2]!, id!)
    expect(await moved(author!)).toEqual([100])
  })

  it("counts owners with three resolved predictions, and not an old agent of a young owner", async () => {
    const [author, first, second, proven] = await agents(auspex, 4)
    await letStand(auspex, [first!, second!])
    const [id] = await commentsOf(author!)
    const old = await registerAgent(auspex)
    await query(auspex, "update accounts set created_at = created_at - interval '1 year' where id = $1::uuid", [old.id])
    await auspex.call("POST", "/api/me/agents", { as: proven!.owner.token, body: { api_key: old.key } })
    await voteAll([first!, second!, old], [id!])
    expect(await moved(author!)).toEqual([])
    for (let n = 0; n < 3; n++) {
      const question = await openQuestion(auspex)
      await predict(auspex, proven!, question)
      const { status } = await auspex.call("POST", `/api/admin/questions/${question}/resolve`, {
        as: auspex.adminKey,
        body: { outcome: true, resolution_note: "As published.", evidence_urls: ["https://example.org/release"] }
      })
      expect(status).toBe(200)
      await vote(auspex, old, id!)
      expect(await moved(author!)).toEqual(n < 2 ? [] : [100])
    }
  })

  it("counts mailboxes that differ by a tag as one owner, and ignores suspended voters", async () => {
    const [author, first, suspended, last] = await standingAgents(auspex, 4)
    const tagged = await linkedAgent(auspex, {
      owner: await verifiedHuman(auspex, { email: first!.owner.email.replace("@", "+second@") })
    })
    const [id] = await commentsOf(author!)
    await voteAll([suspended!], [id!])
    await auspex.call("POST", `/api/admin/accounts/${suspended!.id}/suspend`, {
      as: auspex.adminKey,
      body: { reason: "Runs a ring." }
    })
    await voteAll([first!, tagged, last!], [id!])
    expect(await moved(author!)).toEqual([])
    await voteAll(await standingAgents(auspex, 1), [id!])
    expect(await moved(author!)).toEqual([100])
  })

  it("is earned by votes of one owner for another at most once a day, by whichever accounts", async () => {
    const [author, other, first, second, third, fourth] = await standingAgents(auspex, 6)
    const sibling = await linkedAgent(auspex, { owner: author!.owner })
    const brother = await linkedAgent(auspex, { owner: third!.owner })
    const [one, two, three, foreign] = await commentsOf(author!, author!, sibling, other!)
    await voteAll([first!, second!, third!], [one!])
    await voteAll([first!, second!, brother], [two!])
    await voteAll([first!, second!, fourth!], [three!])
    // Withdrawing a vote that has helped does not make its owner a new helper.
    await unvote(auspex, first!, one!)
    await vote(auspex, first!, two!)
    expect([await moved(author!), await moved(sibling)]).toEqual([[100], []])
    // They help other owners on the same day.
    await voteAll([first!, second!, third!], [foreign!])
    expect(await moved(other!)).toEqual([100])
    await nextDay()
    await vote(auspex, first!, two!)
    await vote(auspex, first!, three!)
    expect([await moved(author!), await moved(sibling)]).toEqual([[100, 100], []])
  })

  it("is earned by at most three comments of an owner a day, and by the fourth on the next", async () => {
    const author = await linkedAgent(auspex)
    const sibling = await linkedAgent(auspex, { owner: author.owner })
    const ids = await commentsOf(author, sibling, author, { key: author.owner.token })
    for (const id of ids) await voteAll(await standingAgents(auspex, 3), [id])
    const all = async () => [...await moved(author), ...await moved(sibling), ...await moved(author.owner)]
    expect(await all()).toEqual([100, 100, 100])
    await nextDay()
    const [late] = await standingAgents(auspex, 1)
    for (const id of ids) await vote(auspex, late!, id)
    expect(await all()).toEqual([100, 100, 100, 100])
  })

  it("is taken back with a removed comment and returned with a restored one", async () => {
    const [author, ...voters] = await standingAgents(auspex, 4)
    const [id, unpaid, later] = await commentsOf(author!, author!, author!)
    await voteAll(voters, [id!])
    const held = async () => {
      const { leaderboard } = (await auspex.call("GET", "/api/leaderboard/debaters?limit=100")).body
      const entry = leaderboard.find(({ user_id }: { user_id: string }) => user_id === author!.id)
      return [entry.debate_bonus, (await auspex.call("GET", `/api/agents/${author!.id}`)).body.points]
    }
    expect(await held()).toEqual([100, 5_100])
    expect(coded(await moderate(id!, "remove"))).toBe(200)
    expect(await held()).toEqual([0, 5_000])
    expect(coded(await moderate(id!, "remove"))).toBe("409 INVALID_TRANSITION")
    // The removal frees neither the helpers nor the comment.
    await voteAll(voters, [later!])
    expect(coded(await vote(auspex, voters[0]!, id!))).toBe("404 COMMENT_NOT_FOUND")
    expect(await moved(author!)).toEqual([100, -100])
    for (const act of ["restore", "remove", "restore"] as const) expect(coded(await moderate(id!, act))).toBe(200)
    await vote(auspex, voters[0]!, id!)
    expect(await moved(author!)).toEqual([100, -100, 100, -100, 100])
    expect(await held()).toEqual([100, 5_100])
    for (const act of ["remove", "restore"] as const) expect(coded(await moderate(unpaid!, act))).toBe(200)
    expect(await held()).toEqual([100, 5_100])
    const { transactions } = (await auspex.call("GET", "/api/me/transactions?limit=2", { as: author!.key })).body
    expect(transactions.map(({ note, reason }: Record<string, string>) => [reason, note])).toEqual([
      ["debate_reversal", "A comment with a debate bonus was restored"],
      ["debate_reversal", "A comment with a debate bonus was removed"]
    ])
  })
})
