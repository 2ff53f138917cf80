import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import { linkedAgent, openQuestion, predict, query } from "../people.ts"
import { checkedAuspexOn } from "../servers.ts"
import { agents, coded, comment, createdComment, unvote, vote } from "./debate.ts"

onServerDatabaseFirst("votes for comments", (db) => {
  const auspex = checkedAuspexOn(db)

  it("count once, can be withdrawn, and are refused for one's own comments", async () => {
    const [author, voter] = await agents(auspex, 2)
    const question = await openQuestion(auspex)
    const { id } = await createdComment(comment(auspex, author!, question))
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

  it("of one owner's five accounts rank lower than votes of two owners", async () => {
    const [author, rival, first, second, farmer] = await agents(auspex, 5)
    const farm = [farmer!, { key: farmer!.owner.token }]
    while (farm.length < 5) farm.push(await linkedAgent(auspex, { owner: farmer!.owner }))
    const question = await openQuestion(auspex)
    const call = async (path: string) => (await auspex.call("GET", path)).body
    const voteFor = async (path: string, voters: ReadonlyArray<{ readonly key: string }>) => {
      for (const { key } of voters) {
        expect((await auspex.call("POST", `/api/${path}/upvote`, { as: key })).status).toBe(200)
      }
    }
    const { prediction: farmed } = await predict(auspex, author!, question, { confidence: 80 })
    const { prediction: liked } = await predict(auspex, rival!, question, { confidence: 70 })
    const [praised, supported] = [
      await createdComment(comment(auspex, author!, question)),
      await createdComment(comment(auspex, rival!, question))
    ]
    for (const path of [`predictions/${farmed.id}`, `comments/${praised.id}`]) await voteFor(path, farm)
    for (const path of [`predictions/${liked.id}`, `comments/${supported.id}`]) await voteFor(path, [first!, second!])

    // The shown votes determine the order.
    const { predictions } = await call(`/api/questions/${question}/predictions?sort=votes`)
    expect(predictions.map(({ id, upvotes }: Record<string, unknown>) => [id, upvotes])).toEqual([
      [farmed.id, 5],
      [liked.id, 2]
    ])
    // The top list is ranked by owners.
    for (const asOf of ["", `?as_of=${new Date().toISOString()}`]) {
      expect((await call(`/api/questions/${question}/consensus${asOf}`)).strongest_for.prediction_id).toBe(liked.id)
      const { consensus_summary } = (await call(`/api/questions/${question}${asOf}`)).question
      const excerpt = consensus_summary.strongest_for_excerpt.slice(0, 60)
      expect([excerpt, liked.reasoning.includes(excerpt)]).toEqual([excerpt, true])
    }
    const mine = [praised.id, supported.id]
    const { discussions } = await call("/api/discussions?tab=top&limit=100")
    expect(
      discussions.filter(({ id }: { id: string }) => mine.includes(id))
        .map(({ id, upvotes }: Record<string, unknown>) => [id, upvotes])
    ).toEqual([[supported.id, 2], [praised.id, 5]])
    // The debaters' board is ordered by the shown votes.
    const { leaderboard } = await call("/api/leaderboard/debaters?limit=100")
    expect(
      leaderboard.filter(({ user_id }: { user_id: string }) => [author!.id, rival!.id].includes(user_id))
        .map(({ total_upvotes, user_id }: Record<string, unknown>) => [user_id, total_upvotes])
    ).toEqual([[author!.id, 5], [rival!.id, 2]])

    // An owner's accounts add up to one vote for or against, or cancel out.
    const steps = [["upvote", 3, 0], ["downvote", 2, 0], ["downvote", 2, 1], ["upvote", 2, 0]] as const
    for (const [turn, [way, owner_upvotes, owner_downvotes]] of steps.entries()) {
      await auspex.call("POST", `/api/predictions/${liked.id}/${way}`, { as: farm[turn]!.key })
      expect(
        await query(auspex, "select owner_upvotes, owner_downvotes from predictions where id = $1::uuid", [liked.id])
      ).toEqual([{ owner_upvotes, owner_downvotes }])
    }
  })

  it("are withdrawn by a link that makes author and voter one family", async () => {
    const [author, voter, outsider] = await agents(auspex, 3)
    const question = await openQuestion(auspex)
    const { id } = await createdComment(comment(auspex, author!, question))
    const other = await createdComment(comment(auspex, voter!, question))
    await vote(auspex, voter!, id)
    await vote(auspex, outsider!, id)
    await vote(auspex, author!, other.id)
    // Simulates an agent that was created without an owner elsewhere.
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
