import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import {
  draftQuestion,
  linkedAgent,
  openQuestion,
  predict,
  query,
  registerAgent,
  setPoints,
  signUp,
  verifiedHuman
} from "../people.ts"
import { checkedAuspexOn } from "../servers.ts"
import { coded, comment, goodComment, createdComment, predicted, replyTo, notificationsOf } from "./debate.ts"

const unknownId = "01900000-0000-7000-8000-000000000000"

onServerDatabaseFirst("comments", (db) => {
  const auspex = checkedAuspexOn(db)

  const events = (question: string) =>
    query(
      auspex,
      `select event, data ->> 'comment_id' as comment_id, data ->> 'content' as content,
        data ->> 'replier_name' as replier_name, actor_id, addressee_id
      from outbox_events where event like 'comment.%' and question_id = $1::uuid order by seq`,
      [question]
    )

  it("are posted, answered and read back, and notify the author replied to", async () => {
    const author = await linkedAgent(auspex)
    const replier = await linkedAgent(auspex)
    const question = await openQuestion(auspex)
    const content = goodComment()
    const posted = await comment(auspex, author, question, { content: `  ${content}\n` })
    const root = posted.body.comment
    expect([posted.status, posted.body]).toEqual([201, {
      comment: {
        id: root.id,
        user_id: author.id,
        question_id: question,
        content,
        created_at: root.created_at,
        user_name: author.name,
        user_type: "agent",
        upvotes: 0,
        depth: 0,
        has_upvoted: false,
        has_replied: false,
        reply_count: 0
      }
    }])
    const reply = await createdComment(replyTo(auspex, replier, root.id))
    expect(reply).toMatchObject({ parent_comment_id: root.id, depth: 1, question_id: question, upvotes: 0 })
    const own = await createdComment(replyTo(auspex, author, reply.id))
    const again = await createdComment(replyTo(auspex, author, root.id))

    const { body } = await auspex.call("GET", `/api/questions/${question.toUpperCase()}/comments`)
    const shown = (
      { has_replied: _, has_upvoted: __, ...alone }: Record<string, unknown>,
      replies: ReadonlyArray<unknown> = []
    ) => ({
      ...alone,
      replies
    })
    expect(body).toEqual({
      comments: [{ ...shown(root, [shown(reply, [shown(own)]), shown(again)]), reply_count: 3 }],
      total: 1,
      next_cursor: null
    })

    const created = (made: Record<string, string>) => ({
      event: "comment.created",
      comment_id: made["id"],
      content: made["content"],
      replier_name: null,
      actor_id: made["user_id"],
      addressee_id: null
    })
    const replied = (made: Record<string, string>, addressee_id: string) => ({
      event: "comment.reply",
      comment_id: made["id"],
      content: null,
      replier_name: made["user_name"],
      actor_id: made["user_id"],
      addressee_id
    })
    expect(await events(question)).toEqual([
      created(root),
      created(reply),
      replied(reply, author.id),
      created(own),
      replied(own, replier.id),
      // A reply to one's own comment notifies nobody.
      created(again)
    ])
    expect(await notificationsOf(auspex, author)).toEqual([{ type: "comment_reply", subject_id: root.id, count: 1 }])
    expect(await notificationsOf(auspex, replier)).toEqual([{ type: "comment_reply", subject_id: reply.id, count: 1 }])
  })

  it("about a prediction notify its author, and are listed as its replies", async () => {
    const forecaster = await linkedAgent(auspex)
    const critic = await linkedAgent(auspex)
    const { prediction, question } = await predicted(auspex, forecaster)
    await createdComment(comment(auspex, critic, question))
    const root = await createdComment(comment(auspex, critic, question, { prediction_id: prediction }))
    expect(root.target_prediction_id).toBe(prediction)
    const [notice] = (await auspex.call("GET", "/api/me/notifications", { as: forecaster.key })).body.notifications
    expect(notice).toMatchObject({
      type: "prediction_reply",
      question_id: question,
      prediction_id: prediction,
      comment_id: root.id
    })
    expect(await notificationsOf(auspex, forecaster)).toEqual([{
      type: "prediction_reply",
      subject_id: prediction,
      count: 1
    }])
    expect((await events(question)).at(-1)).toMatchObject({ event: "comment.reply", addressee_id: forecaster.id })
    const { body } = await auspex.call("GET", `/api/questions/${question}/predictions/${prediction}/replies`)
    expect([body.replies.map(({ id }: { id: string }) => id), body.total]).toEqual([[root.id], 1])
    const debates = await auspex.call("GET", `/api/questions/${question}/debates`)
    expect([debates.body.debates.map(({ id }: { id: string }) => id), debates.body.total]).toEqual([[root.id], 1])
    const elsewhere = await openQuestion(auspex)
    expect(coded(await comment(auspex, critic, elsewhere, { prediction_id: prediction }))).toBe(
      "404 PREDICTION_NOT_FOUND"
    )
    expect(coded(await comment(auspex, critic, question, { prediction_id: "mine" }))).toBe("404 PREDICTION_NOT_FOUND")
    for (const target of [`${elsewhere}/predictions/${prediction}`, `${question}/predictions/${unknownId}`]) {
      expect(coded(await auspex.call("GET", `/api/questions/${target}/replies`))).toBe("404 PREDICTION_NOT_FOUND")
    }
  })

  it("about a prediction accept its id as target_prediction_id, too", async () => {
    const critic = await linkedAgent(auspex)
    const { prediction, question } = await predicted(auspex, await linkedAgent(auspex))
    const both = { prediction_id: prediction, target_prediction_id: prediction.toUpperCase() }
    for (const named of [{ target_prediction_id: prediction }, both, { ...both, prediction_id: null }]) {
      expect((await createdComment(comment(auspex, critic, question, named))).target_prediction_id).toBe(prediction)
    }
    const differing = await comment(auspex, critic, question, { ...both, target_prediction_id: unknownId })
    expect([coded(differing), differing.body.failures[0].field]).toEqual([
      "400 INVALID_REQUEST",
      "target_prediction_id"
    ])
    expect(
      (await createdComment(comment(auspex, critic, question, { target_prediction_id: null }))).target_prediction_id
    )
      .toBeUndefined()
  })

  it("show an identified caller in which threads it has replied", async () => {
    const [author, replier, reader] = [
      await linkedAgent(auspex),
      await linkedAgent(auspex),
      await linkedAgent(auspex)
    ]
    const question = await openQuestion(auspex)
    const [answered, other] = [
      await createdComment(comment(auspex, author, question)),
      await createdComment(comment(auspex, author, question))
    ]
    expect(answered.has_replied).toBe(false)
    const reply = await createdComment(replyTo(auspex, reader, answered.id))
    // A reply to a reply counts as a reply in the thread.
    const deeper = await createdComment(replyTo(auspex, replier, reply.id))
    await createdComment(replyTo(auspex, reader, other.id))
    const [notice] = (await auspex.call("GET", "/api/me/notifications", { as: reader.key })).body.notifications
    expect(notice).toMatchObject({ type: "comment_reply", question_id: question, comment_id: deeper.id })
    const paths = [
      ["comments", `/api/questions/${question}/comments`],
      ["debates", `/api/questions/${question}/debates`],
      ["discussions", "/api/discussions?limit=100"],
      ["discussions", "/api/discussions?tab=debates&limit=100"],
      ["discussions", "/api/discussions?tab=top&limit=100"]
    ] as const
    for (const [name, path] of paths) {
      const repliedTo = async (as?: string) => {
        // oxlint-disable-next-line no-explicit-any
        const roots: ReadonlyArray<any> = (await auspex.call("GET", path, { as })).body[name]
        return [answered, other].map(({ id }) => roots.find((root) => root.id === id)?.has_replied)
      }
      expect([path, await repliedTo(replier.key)]).toEqual([path, [true, false]])
      expect([path, await repliedTo(reader.key)]).toEqual([path, [true, true]])
      // One's own root is not a reply, and anonymous callers get no has_replied.
      expect([path, await repliedTo(author.key)]).toEqual([path, [false, false]])
      expect([path, await repliedTo()]).toEqual([path, [undefined, undefined]])
    }
    const { comments } = (await auspex.call("GET", `/api/questions/${question}/comments`, { as: replier.key })).body
    for (const { replies } of comments) for (const one of replies) expect(one).not.toHaveProperty("has_replied")
  })

  it("are refused for every reason", async () => {
    const author = await linkedAgent(auspex)
    const question = await openQuestion(auspex)
    const root = await createdComment(comment(auspex, author, question))
    const body = { content: goodComment() }
    expect(coded(await auspex.call("POST", `/api/questions/${question}/comments`, { body }))).toBe("401 MISSING_AUTH")
    expect(coded(await comment(auspex, await registerAgent(auspex), question))).toBe("403 AGENT_NOT_LINKED")
    expect(coded(await comment(auspex, { key: (await signUp(auspex)).token }, question))).toBe("403 EMAIL_NOT_VERIFIED")
    for (const id of [unknownId, "mine", await draftQuestion(auspex)])
      expect(coded(await comment(auspex, author, id))).toBe("404 QUESTION_NOT_FOUND")
    for (const id of [unknownId, "mine"]) {
      expect(coded(await replyTo(auspex, author, id))).toBe("404 COMMENT_NOT_FOUND")
      expect(coded(await auspex.call("POST", `/api/comments/${id}/upvote`, { as: author.key }))).toBe(
        "404 COMMENT_NOT_FOUND"
      )
      expect(coded(await auspex.call("GET", `/api/comments/${id}/replies`))).toBe("404 COMMENT_NOT_FOUND")
    }
    const huge = await comment(auspex, author, question, { content: "a".repeat(17_000) })
    expect(coded(huge)).toBe("413 PAYLOAD_TOO_LARGE")

    const { prediction, question: other } = await predicted(auspex, await linkedAgent(auspex))
    await setPoints(auspex, author.id, 4_999)
    expect(coded(await replyTo(auspex, author, root.id))).toBe("403 TIER_TOO_LOW")
    expect(coded(await comment(auspex, author, other, { prediction_id: prediction }))).toBe("403 TIER_TOO_LOW")
    expect(coded(await comment(auspex, author, other))).toBe(201)
    await setPoints(auspex, author.id, 999)
    expect(coded(await comment(auspex, author, other))).toBe("403 TIER_TOO_LOW")
    await setPoints(auspex, author.id, 1_000)
    expect(coded(await comment(auspex, author, other))).toBe(201)
    // A verified human may comment, also on resolved questions.
    await auspex.call("POST", `/api/admin/questions/${other}/resolve`, { as: auspex.adminKey, body: { outcome: true } })
    expect(coded(await comment(auspex, { key: (await verifiedHuman(auspex)).token }, other))).toBe(201)
  })

  it("that reply remain allowed for an agent that has staked points on three predictions", async () => {
    const others = await predicted(auspex, await linkedAgent(auspex))
    const late = await linkedAgent(auspex)
    const questions: Array<string> = []
    for (let n = 0; n < 3; n++) {
      questions.push(await openQuestion(auspex))
      await predict(auspex, late, questions[n]!, { confidence: 99 })
    }
    const me = async () => (await auspex.call("GET", "/api/me", { as: late.key })).body.user
    // The balance of an agent without the founding bonus: the start and the rewards, minus three stakes of 99.
    await setPoints(auspex, late.id, 4_800)
    expect(await me()).toMatchObject({
      points: 4_800,
      tier: "analyst",
      performance: { tier: "analyst", next_tier: "oracle", points_to_next_tier: 20_000 - 4_800 - 297 }
    })
    expect((await auspex.call("GET", `/api/agents/${late.id}`)).body.tier).toBe("analyst")
    const { leaderboard } = (await auspex.call("GET", "/api/leaderboard?limit=100")).body
    expect(leaderboard.find(({ id }: { id: string }) => id === late.id).tier).toBe("analyst")
    await createdComment(comment(auspex, late, others.question, { prediction_id: others.prediction }))
    // Lost points do not count: 4,800 + 5 for taking part, and 198 that are still staked.
    await auspex.call("POST", `/api/admin/questions/${questions[0]}/resolve`, {
      as: auspex.adminKey,
      body: { outcome: false }
    })
    expect(await me()).toMatchObject({ points: 4_805, performance: { points_to_next_tier: 20_000 - 4_805 - 198 } })
  })

  it("pass gates that report all failures together, and at most five are accepted", async () => {
    const author = await linkedAgent(auspex)
    const question = await openQuestion(auspex)
    const codes = async (content: string) => {
      const { body, status } = await comment(auspex, author, question, { content })
      expect(status).toBe(400)
      return (body.failures ?? [body]).map(({ code }: { code: string }) => code)
    }
    expect(await codes("oh shit oh shit oh")).toEqual([
      "COMMENT_TOO_SHORT",
      "COMMENT_FEW_UNIQUE_WORDS",
      "COMMENT_PROFANITY"
    ])
    expect(await codes("This is long and not quite done yet. ".repeat(40))).toContain("COMMENT_TOO_LONG")
    const once = goodComment()
    await createdComment(comment(auspex, author, question, { content: once }))
    expect(await codes(`  ${once.toUpperCase()} `)).toContain("COMMENT_SPAM")
    // Another owner may post the same text.
    expect(coded(await comment(auspex, await linkedAgent(auspex), question, { content: once }))).toBe(201)

    const root = await createdComment(comment(auspex, author, question))
    const removed = await createdComment(comment(auspex, author, question))
    await auspex.call("POST", `/api/admin/comments/${removed.id}/remove`, {
      as: auspex.adminKey,
      body: { reason: "by a test" }
    })
    await createdComment(replyTo(auspex, author, root.id))
    await createdComment(replyTo(auspex, author, root.id))
    expect(await codes("No.")).toEqual(["COMMENT_TOO_SHORT", "COMMENT_FEW_UNIQUE_WORDS", "COMMENT_LIMIT"])
    expect(coded(await replyTo(auspex, author, root.id))).toBe("400 COMMENT_LIMIT")
    expect(coded(await comment(auspex, author, await openQuestion(auspex)))).toBe(201)
  })

  it("are limited to forty a minute and key, including replies and refusals of the gates", async () => {
    const author = await linkedAgent(auspex)
    const question = await openQuestion(auspex)
    const root = await createdComment(comment(auspex, author, question))
    for (let n = 0; n < 39; n++) {
      const answer = n % 2 === 0
        ? await replyTo(auspex, author, root.id, { content: "No." })
        : await comment(auspex, author, question, { content: "No." })
      expect(answer.status).toBe(400)
    }
    const refused = await replyTo(auspex, author, root.id)
    expect(coded(refused)).toBe("429 RATE_LIMITED")
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(coded(await comment(auspex, await linkedAgent(auspex), question))).toBe(201)
  })

  it("are created once per Idempotency-Key", async () => {
    const author = await linkedAgent(auspex)
    const question = await openQuestion(auspex)
    const body = { content: goodComment() }
    const send = () =>
      auspex.call("POST", `/api/questions/${question}/comments`, {
        as: author.key,
        body,
        headers: { "idempotency-key": "once" }
      })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect((await auspex.call("GET", `/api/questions/${question}/comments`)).body.total).toBe(1)
  })
})
