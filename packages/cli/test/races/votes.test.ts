import { SqlClient } from "@effect/sql/SqlClient"
import { onServerDatabase } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { goodComment } from "../comments/debate.ts"
import {
  goodPrediction,
  linkedAgent,
  openQuestion,
  query,
  questionFields,
  type TestAgent,
  verifiedHuman
} from "../people.ts"
import { distinctPrediction } from "./citing.ts"
import { rounds, roundsTimeout } from "./rounds.ts"
import { atOnce, tally, twoInstances } from "./twoInstances.ts"

onServerDatabase("racing votes on two instances", (db) => {
  const instances = twoInstances(db)

  const suggested = async (agent: TestAgent): Promise<string> => {
    const { body } = await instances.first.call("POST", "/api/questions/suggest", {
      as: agent.key,
      body: questionFields()
    })
    for (const step of ["approve", "publish"]) {
      await instances.first.call("POST", `/api/admin/questions/${body.suggestion.id}/${step}`, {
        as: instances.first.adminKey
      })
    }
    return body.suggestion.id
  }
  const predicted = async (agent: TestAgent): Promise<string> => {
    const question = await openQuestion(instances.first)
    const { body } = await instances.first.call("POST", `/api/questions/${question}/predict`, {
      as: agent.key,
      body: goodPrediction()
    })
    return body.prediction.id
  }

  it("for and against, given and withdrawn, add up", async () => {
    const author = await linkedAgent(instances.first)
    const [prediction, question] = [await predicted(author), await suggested(author)]
    const owners = await atOnce(5, (turn) => verifiedHuman(instances.either(turn)))
    const voters = await atOnce(10, (turn) => linkedAgent(instances.either(turn), { owner: owners[turn >> 1]! }))
    const acts = [
      ["POST", `/api/predictions/${prediction}/upvote`],
      ["POST", `/api/predictions/${prediction}/downvote`],
      ["DELETE", `/api/predictions/${prediction}/upvote`],
      ["DELETE", `/api/predictions/${prediction}/downvote`],
      ["POST", `/api/questions/${question}/upvote`],
      ["DELETE", `/api/questions/${question}/upvote`],
      ["POST", `/api/questions/${question}/watch`],
      ["DELETE", `/api/questions/${question}/watch`]
    ] as const
    const answers = await atOnce(400, (turn) => {
      const [method, target] = acts[(turn * 7 + Math.floor(turn / 10)) % acts.length]!
      return instances.either(turn).call(method, target, { as: voters[turn % 10]!.key })
    })
    expect(tally(answers)).toEqual({ "200": 400 })
    for (const { body } of answers)
      for (const count of [body.upvotes, body.downvotes])
        if (count !== undefined)
          expect(count).toBeGreaterThanOrEqual(0)
    // A final vote of each voter: the counts must equal these votes.
    await atOnce(
      10,
      (turn) =>
        instances.either(turn).call("POST", `/api/predictions/${prediction}/${turn < 6 ? "upvote" : "downvote"}`, {
          as: voters[turn]!.key
        })
    )
    await atOnce(
      20,
      (turn) => instances.either(turn).call("POST", `/api/questions/${question}/upvote`, { as: voters[turn % 10]!.key })
    )
    const [stored] = await query<object>(
      instances.first,
      `select p.upvotes, p.downvotes, p.owner_upvotes, p.owner_downvotes, q.upvotes as likes
        from predictions p, questions q where p.id = $1::uuid and q.id = $2::uuid`,
      [prediction, question]
    )
    expect(stored).toEqual({ upvotes: 6, downvotes: 4, owner_upvotes: 3, owner_downvotes: 2, likes: 10 })
  })

  it("within a family are removed by a concurrent link of voter and author", async () => {
    for (let round = 0; round < 6; round++) {
      const author = await linkedAgent(instances.first)
      const [prediction, question] = [await predicted(author), await suggested(author)]
      const owner = await verifiedHuman(instances.second)
      const siblings = await atOnce(2, () => linkedAgent(instances.second, { owner }))
      // Simulates an agent that was created without an owner elsewhere.
      await query(instances.first, "update accounts set owner_id = null, linked_at = null where id = $1::uuid", [
        author.id
      ])
      const voters = [owner.token, ...siblings.map(({ key }) => key)]
      const vote = (kind: string) => voters.map((as, turn) => instances.either(turn).call("POST", kind, { as }))
      const [linked, ...votes] = await Promise.all([
        instances.first.call("POST", "/api/me/agents", { as: owner.token, body: { api_key: author.key } }),
        ...vote(`/api/predictions/${prediction}/upvote`),
        ...vote(`/api/questions/${question}/upvote`)
      ])
      expect(linked.status).toBe(200)
      for (const { body, status } of votes)
        expect(["200", "403 SAME_OWNER_VOTE"]).toContain(status === 200 ? "200" : `${status} ${body.code}`)
      const [left] = await query<object>(
        instances.first,
        `select (select count(*)::integer from prediction_votes where prediction_id = $1::uuid) as votes,
          (select count(*)::integer from question_votes where question_id = $2::uuid) as likes`,
        [prediction, question]
      )
      expect(left).toEqual({ votes: 0, likes: 0 })
    }
  })

  it("count once per owner when accounts are linked while their new siblings vote", async () => {
    const author = await linkedAgent(instances.first)
    const question = await openQuestion(instances.first)
    for (let round = 0; round < 3; round++) {
      const prediction = await predicted(author)
      const { body: { comment } } = await instances.first.call("POST", `/api/questions/${question}/comments`, {
        as: author.key,
        body: { content: goodComment() }
      })
      const owner = await verifiedHuman(instances.second)
      const siblings = await atOnce(3, () => linkedAgent(instances.second, { owner }))
      const strays = await atOnce(2, () => linkedAgent(instances.first))
      const vote = (voters: ReadonlyArray<{ readonly key: string }>) =>
        voters.flatMap(({ key }, turn) =>
          [`predictions/${prediction}/upvote`, `comments/${comment.id}/upvote`].map((on) =>
            instances.either(turn).call("POST", `/api/${on}`, { as: key })
          )
        )
      expect(tally(await Promise.all(vote(strays)))).toEqual({ "200": 4 })
      for (const { id } of strays) {
        await query(instances.first, "update accounts set owner_id = null, linked_at = null where id = $1::uuid", [id])
      }
      const answers = await Promise.all([
        ...strays.map(({ key }, turn) =>
          instances.either(turn).call("POST", "/api/me/agents", { as: owner.token, body: { api_key: key } })
        ),
        ...vote(siblings)
      ])
      expect(tally(answers)).toEqual({ "200": 8 })
      expect(
        await query<object>(
          instances.first,
          `select p.upvotes, p.owner_upvotes, c.upvotes as likes, c.owner_upvotes as owner_likes
            from predictions p, comments c where p.id = $1::uuid and c.id = $2::uuid`,
          [prediction, comment.id]
        )
      ).toEqual([{ upvotes: 5, owner_upvotes: 1, likes: 5, owner_likes: 1 }])
    }
  })

  it("and predictions are the owner's second for a sibling that waits for a concurrent link", async () => {
    const stray = await linkedAgent(instances.first)
    const question = await openQuestion(instances.first)
    const target = `/api/questions/${question}/predict`
    await instances.first.call("POST", target, { as: stray.key, body: distinctPrediction() })
    await query(instances.first, "update accounts set owner_id = null, linked_at = null where id = $1::uuid", [
      stray.id
    ])
    const owner = await verifiedHuman(instances.second)
    const sibling = await linkedAgent(instances.second, { owner })
    const { predicting } = await instances.first.run(
      Effect.gen(function*() {
        const sql = yield* SqlClient
        const [me] = yield* sql<{ pid: number }>`select pg_backend_pid() as pid`
        yield* sql`update accounts set owner_id = ${owner.id}::uuid, linked_at = auspex_now() where id = ${stray.id}::uuid`
        // Its decision is based on the state before the link; now it waits for the question's lock.
        const predicting = instances.second.call("POST", target, { as: sibling.key, body: distinctPrediction() })
        const waiting = sql`select 1 from pg_locks where not granted and ${
          me!.pid
        }::integer = any (pg_blocking_pids(pid))`
        while ((yield* waiting).length === 0) yield* Effect.yieldNow()
        return { predicting }
      }).pipe((linking) => Effect.flatMap(SqlClient, (sql) => sql.withTransaction(linking)))
    )
    const { body, status } = await predicting
    expect([status, body.engagement_reward.total]).toEqual([201, 0])
    const [counted] = await query<object>(
      instances.first,
      `select q.owner_count, q.owner_voices, o.account_ids from questions q join question_owners o on o.question_id = q.id
        where q.id = $1::uuid`,
      [question]
    )
    expect(counted).toEqual({ owner_count: 1, owner_voices: [0, 1], account_ids: [stray.id, sibling.id] })
  })

  it("and voices add up when accounts are linked while their new siblings predict", roundsTimeout, async () => {
    for (let round = 0; round < rounds; round++) {
      const questions = await atOnce(3, () => openQuestion(instances.first))
      const owners = await atOnce(2, () => verifiedHuman(instances.second))
      const predictOn = (agent: TestAgent, turn: number) =>
        atOnce(
          3,
          (nth) =>
            instances.either(turn + nth).call("POST", `/api/questions/${questions[(turn + nth) % 3]}/predict`, {
              as: agent.key,
              body: distinctPrediction()
            })
        )
      const strays = await atOnce(4, () => linkedAgent(instances.first))
      for (const [turn, stray] of strays.entries()) await predictOn(stray, turn)
      for (const { id } of strays) {
        await query(instances.first, "update accounts set owner_id = null, linked_at = null where id = $1::uuid", [id])
      }
      const siblings = await atOnce(4, (turn) => linkedAgent(instances.second, { owner: owners[turn % 2]! }))
      const [links, predictions] = await Promise.all([
        atOnce(4, (turn) =>
          instances.either(turn).call("POST", "/api/me/agents", {
            as: owners[turn % 2]!.token,
            body: { api_key: strays[turn]!.key }
          })),
        atOnce(4, (turn) => predictOn(siblings[turn]!, turn))
      ])
      expect([tally(links), tally(predictions.flat())]).toEqual([{ "200": 4 }, { "201": 12 }])
      for (const question of questions) {
        const { body } = await instances.either(round).call("GET", `/api/questions/${question}/consensus`)
        // Two owners of one model family, with four predictions each, overlap by half.
        expect([body.total_agents, body.effective_agents]).toEqual([8, 1.33])
      }
    }
  })
})
