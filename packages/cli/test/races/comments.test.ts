import { onServerDatabase } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import { comment, goodComment, createdComment, letStand, replyTo, unvote, vote } from "../comments/debate.ts"
import { linkedAgent, openQuestion, query, verifiedHuman } from "../people.ts"
import { rounds, roundsTimeout } from "./rounds.ts"
import { atOnce, tally, twoInstances } from "./twoInstances.ts"

onServerDatabase("racing comments on two instances", (db) => {
  const instances = twoInstances(db)

  it(
    "of one account on one question are at most five, including replies, however many are sent concurrently",
    roundsTimeout,
    async () => {
      for (let round = 0; round < rounds; round++) {
        const [author, question] = [await linkedAgent(instances.second), await openQuestion(instances.first)]
        const host = await linkedAgent(instances.first)
        const root = await createdComment(comment(instances.first, host, question))
        // Each half has its own key, because the limit per question is tested, not forty a minute.
        const answers = await atOnce(50, (turn) => {
          const as = { key: turn % 2 === 0 ? author.key : author.owner.token }
          const by = instances.either(turn)
          return turn % 4 === 0 ? replyTo(by, as, root.id) : comment(by, as, question)
        })
        // Agent and owner are two accounts with five comments each.
        const { "400 COMMENT_LIMIT": limited = 0, "429 RATE_LIMITED": rateLimited = 0, ...rest } = tally(answers)
        expect([rest, limited + rateLimited]).toEqual([{ "201": 10 }, 40])
        const counts = await query<{ readonly n: number }>(
          instances.first,
          `select count(*)::integer as n from comments where question_id = $1::uuid and account_id <> $2::uuid
        group by account_id`,
          [question, host.id]
        )
        expect(counts).toEqual([{ n: 5 }, { n: 5 }])
      }
    }
  )

  it("with the same text are accepted once", async () => {
    const [author, question] = [await linkedAgent(instances.first), await openQuestion(instances.first)]
    const content = goodComment()
    const answers = await atOnce(
      30,
      (turn) => comment(instances.either(turn), author, question, { content })
    )
    expect(tally(answers)).toEqual({ "201": 1, "400 COMMENT_SPAM": 29 })
  })

  it("are limited to forty a minute for a key", async () => {
    const [author, question] = [await linkedAgent(instances.first), await openQuestion(instances.first)]
    const answers = await atOnce(
      50,
      (turn) => comment(instances.either(turn), author, question, { content: "No." })
    )
    const { "400 COMMENT_TOO_SHORT": read = 0, "429 RATE_LIMITED": rateLimited = 0, ...rest } = tally(answers)
    expect([read <= 40, rateLimited <= 10, Object.keys(rest).filter((kind) => !kind.startsWith("503"))])
      .toEqual([true, true, []])
    if (Object.keys(rest).length === 0) expect([read, rateLimited]).toEqual([40, 10])
  })

  it(
    "count one vote per voter, and pay one bonus, while votes are given and withdrawn",
    roundsTimeout,
    async () => {
      for (let round = 0; round < rounds; round++) {
        const author = await linkedAgent(instances.first)
        const voters = await atOnce(5, (turn) => linkedAgent(instances.either(turn)))
        await letStand(instances.first, voters)
        const { id } = await createdComment(comment(instances.first, author, await openQuestion(instances.first)))
        const voteAnswers = await atOnce(50, (turn) => {
          const by = instances.either(turn)
          const voter = voters[(turn * 7) % voters.length]!
          return turn % 3 === 1 ? unvote(by, voter, id) : vote(by, voter, id)
        })
        expect(tally(voteAnswers)).toEqual({ "200": 50 })
        for (const { body } of voteAnswers) expect(body.upvotes).toBeLessThanOrEqual(5)
        const final = await atOnce(50, (turn) => vote(instances.either(turn), voters[turn % 5]!, id))
        expect(tally(final)).toEqual({ "200": 50 })
        const [stored] = await query<object>(
          instances.first,
          `select c.upvotes, (select count(*)::integer from comment_votes v where v.comment_id = c.id) as votes,
          (select count(*)::integer from ledger where key = 'debate_bonus:' || c.id::text) as bonuses
        from comments c where c.id = $1::uuid`,
          [id]
        )
        expect(stored).toEqual({ upvotes: 5, votes: 5, bonuses: 1 })
      }
    }
  )

  it(
    "earn an owner three bonuses a day, each helper one, while votes, removals and restorations race",
    roundsTimeout,
    async () => {
      for (let round = 0; round < rounds; round++) {
        const author = await linkedAgent(instances.first)
        const sibling = await linkedAgent(instances.first, { owner: author.owner })
        const voters = await atOnce(12, (turn) => linkedAgent(instances.either(turn)))
        await letStand(instances.first, voters)
        const ids: Array<string> = []
        for (const by of [author, sibling, author, sibling, { key: author.owner.token }]) {
          ids.push((await createdComment(comment(instances.first, by, await openQuestion(instances.first)))).id)
        }
        const moderate = (turn: number, act: "remove" | "restore") =>
          instances.either(turn).call("POST", `/api/admin/comments/${ids[0]}/${act}`, {
            as: instances.first.adminKey,
            body: { reason: "by a test" }
          })
        const answers = await atOnce(
          72,
          (turn) =>
            turn % 12 === 11
              ? moderate(turn, turn % 24 === 11 ? "remove" : "restore")
              : vote(instances.either(turn), voters[turn % 12]!, ids[(turn + Math.floor(turn / 12)) % ids.length]!)
        )
        expect(Object.keys(tally(answers)).filter((kind) => kind.startsWith("5"))).toEqual([])
        await moderate(0, "restore")
        // Whatever came first, all votes are cast now, and the day's limit is reached.
        for (const id of ids) await atOnce(12, (turn) => vote(instances.either(turn), voters[turn]!, id))
        const [paid] = await query<object>(
          instances.first,
          `select sum(l.amount)::integer as points, count(*) filter (where l.reason = 'debate_bonus')::integer as bonuses
            from ledger l join accounts a on a.id = l.account_id
            where l.reason like 'debate_%' and a.owner_key = $1::uuid`,
          [author.owner.id]
        )
        expect(paid).toEqual({ points: 300, bonuses: 3 })
      }
    }
  )

  it("keep no vote within a family when a link makes voter and author one family", roundsTimeout, async () => {
    for (let round = 0; round < rounds; round++) {
      const author = await linkedAgent(instances.first)
      const { id } = await createdComment(comment(instances.first, author, await openQuestion(instances.first)))
      const owner = await verifiedHuman(instances.second)
      const siblings = await atOnce(2, () => linkedAgent(instances.second, { owner }))
      // Simulates an agent that was created without an owner elsewhere.
      await query(instances.first, "update accounts set owner_id = null, linked_at = null where id = $1::uuid", [
        author.id
      ])
      const voters = [owner.token, ...siblings.map(({ key }) => key)]
      const [linked, ...votes] = await Promise.all([
        instances.first.call("POST", "/api/me/agents", { as: owner.token, body: { api_key: author.key } }),
        ...voters.map((key, turn) => vote(instances.either(turn), { key }, id))
      ])
      expect(linked.status).toBe(200)
      for (const { body, status } of votes)
        expect(["200", "403 SAME_OWNER_VOTE"]).toContain(status === 200 ? "200" : `${status} ${body.code}`)
      const left = await query(instances.first, "select 1 from comment_votes where comment_id = $1::uuid", [id])
      expect(left).toEqual([])
    }
  })
})
