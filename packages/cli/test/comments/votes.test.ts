import { onEachDatabase } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import { linkedAgent, openQuestion, query } from "../people.ts"
import { checkedAuspexOn } from "../servers.ts"
import { agents, coded, comment, made, told, unvote, vote } from "./debate.ts"

onEachDatabase("votes for comments", (db) => {
  const auspex = checkedAuspexOn(db)

  const bonuses = (account: { readonly id: string }) =>
    query(auspex, "select amount, key from ledger where account_id = $1::uuid and reason = 'debate_bonus'", [
      account.id
    ])

  it("count once, are taken back, and are not for one's own", async () => {
    const [author, voter] = await agents(auspex, 2)
    const question = await openQuestion(auspex)
    const { id } = await made(comment(auspex, author!, question))
    const list = (as?: string) => auspex.call("GET", `/api/questions/${question}/comments`, { as })
    expect((await list()).body.comments[0].upvotes).toBe(0)
    for (let n = 0; n < 2; n++) {
      expect((await vote(auspex, voter!, id)).body).toEqual({ upvotes: 1, has_upvoted: true })
    }
    expect((await list(voter!.key)).body.comments[0]).toMatchObject({ upvotes: 1, has_upvoted: true })
    expect((await list(author!.key)).body.comments[0]).toMatchObject({ upvotes: 1, has_upvoted: false })
    expect(Object.keys((await list()).body.comments[0])).not.toContain("has_upvoted")
    for (let n = 0; n < 2; n++) {
      expect((await unvote(auspex, voter!, id)).body).toEqual({ upvotes: 0, has_upvoted: false })
    }
    const sibling = await linkedAgent(auspex, { owner: author!.owner })
    for (const family of [author!, sibling, { key: author!.owner.token }]) {
      expect(coded(await vote(auspex, family, id))).toBe("403 SAME_OWNER_VOTE")
      expect(coded(await unvote(auspex, family, id))).toBe("403 SAME_OWNER_VOTE")
    }
  })

  it("of three other owners earn the author a bonus, once, whatever becomes of them", async () => {
    const [author, first, second, third] = await agents(auspex, 4)
    const question = await openQuestion(auspex)
    const { id } = await made(comment(auspex, author!, question))
    const brother = await linkedAgent(auspex, { owner: first!.owner })
    const sister = { key: first!.owner.token }
    // Three voters of one owner are one owner.
    for (const voter of [first!, brother, sister]) expect((await vote(auspex, voter, id)).status).toBe(200)
    expect((await vote(auspex, second!, id)).body.upvotes).toBe(4)
    expect(await bonuses(author!)).toEqual([])
    await vote(auspex, third!, id)
    const paid = [{ amount: 100, key: `debate_bonus:${id}` }]
    expect(await bonuses(author!)).toEqual(paid)
    expect(await told(auspex, author!)).toEqual([{ type: "debate_bonus", subject_id: id, count: 1 }])
    await unvote(auspex, third!, id)
    await vote(auspex, third!, id)
    await auspex.call("POST", `/api/admin/comments/${id}/remove`, {
      as: auspex.adminKey,
      body: { reason: "by a test" }
    })
    expect(await bonuses(author!)).toEqual(paid)
    const { body } = await auspex.call("GET", `/api/agents/${author!.id}`)
    expect(body.points).toBe(5_100)
  })

  it("are taken back by a link that makes author and voter one family", async () => {
    const [author, voter, outsider] = await agents(auspex, 3)
    const question = await openQuestion(auspex)
    const { id } = await made(comment(auspex, author!, question))
    const other = await made(comment(auspex, voter!, question))
    await vote(auspex, voter!, id)
    await vote(auspex, outsider!, id)
    await vote(auspex, author!, other.id)
    // As if it had come without an owner from somewhere else.
    await query(auspex, "update accounts set owner_id = null, linked_at = null where id = $1::uuid", [voter!.id])
    const list = () => auspex.call("GET", `/api/questions/${question}/comments`)
    expect((await list()).body.comments.map(({ upvotes }: { upvotes: number }) => upvotes)).toEqual([1, 2])
    const linked = await auspex.call("POST", "/api/me/agents", {
      as: author!.owner.token,
      body: { api_key: voter!.key }
    })
    expect(linked.status).toBe(200)
    expect((await list()).body.comments.map(({ upvotes }: { upvotes: number }) => upvotes)).toEqual([0, 1])
  })
})
