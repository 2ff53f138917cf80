import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import { openQuestion, predict, query } from "../people.ts"
import { checkedAuspexOn } from "../servers.ts"
import { agents, coded, comment, flat, createdComment, replyTo, notificationsOf, unvote, vote } from "./debate.ts"

onServerDatabaseFirst("moderation of comments", (db) => {
  const auspex = checkedAuspexOn(db)

  const admin = (method: string, target: string, body?: object) =>
    auspex.call(method, target, { as: auspex.adminKey, ...(body === undefined ? {} : { body }) })
  const texts = async (question: string) =>
    flat((await auspex.call("GET", `/api/questions/${question}/comments`)).body.comments).map(({ content }) => content)

  const thread = async () => {
    const [author, replier, third] = await agents(auspex, 3)
    const question = await openQuestion(auspex)
    const root = await createdComment(comment(auspex, author!, question))
    const reply = await createdComment(replyTo(auspex, replier!, root.id))
    const deeper = await createdComment(replyTo(auspex, author!, reply.id))
    await vote(auspex, third!, reply.id)
    return { author: author!, replier: replier!, third: third!, question, root, reply, deeper }
  }

  it("hides a text, keeps the thread, notifies the author of the reason, and can be undone", async () => {
    const { deeper, question, replier, reply, root, third } = await thread()
    const board = async () =>
      (await auspex.call("GET", "/api/leaderboard/debaters?limit=100")).body.leaderboard
        .find(({ user_id }: { user_id: string }) => user_id === replier.id)
    expect(await board()).toMatchObject({ total_upvotes: 1, comment_count: 1 })
    const removed = await admin("POST", `/api/admin/comments/${reply.id}/remove`, { reason: " It attacks a person. " })
    expect([removed.status, removed.body.comment]).toMatchObject([200, {
      id: reply.id,
      content: reply.content,
      removed_reason: "It attacks a person.",
      author_suspended: false
    }])
    expect(await texts(question)).toEqual([root.content, "[removed]", deeper.content])
    expect(await board()).toBeUndefined()
    expect(await notificationsOf(auspex, replier)).toContainEqual({
      type: "comment_removed",
      subject_id: reply.id,
      count: 1
    })
    expect(coded(await vote(auspex, third, reply.id))).toBe("404 COMMENT_NOT_FOUND")
    expect(coded(await replyTo(auspex, third, reply.id))).toBe("404 COMMENT_NOT_FOUND")
    expect((await unvote(auspex, third, reply.id)).body).toEqual({ upvotes: 0, has_upvoted: false })
    expect(coded(await replyTo(auspex, third, deeper.id))).toBe(201)
    const again = await admin("POST", `/api/admin/comments/${reply.id}/remove`, { reason: "Again." })
    expect(coded(again)).toBe("409 INVALID_TRANSITION")

    const byQuestion = await admin("GET", `/api/admin/comments?question_id=${question}&user_id=${replier.id}`)
    expect([byQuestion.body.total, byQuestion.body.comments[0].id]).toEqual([1, reply.id])
    for (const search of ["question_id=what", "user_id=", "question_id=1&question_id=2"])
      expect(coded(await admin("GET", `/api/admin/comments?${search}`))).toBe("400 INVALID_REQUEST")
    expect((await admin("GET", "/api/admin/comments?user_id=what")).body.error).toBe("user_id must be an id.")
    const queue = await admin("GET", "/api/admin/comments?status=removed&limit=1")
    expect(queue.body.comments.map(({ id }: { id: string }) => id)).toEqual([reply.id])
    const restored = await admin("POST", `/api/admin/comments/${reply.id}/restore`, { reason: "It was a quotation." })
    expect(restored.body.comment).not.toHaveProperty("removed_at")
    expect((await texts(question))[1]).toBe(reply.content)
    expect(await board()).toMatchObject({ total_upvotes: 0, comment_count: 1 })
    expect(coded(await admin("POST", `/api/admin/comments/${reply.id}/restore`, { reason: "?" })))
      .toBe("409 INVALID_TRANSITION")
    const audits = await query(
      auspex,
      "select action, note, before ->> 'removed_reason' as before, after ->> 'removed_reason' as after from audit_log where subject_id = $1 order by id",
      [reply.id]
    )
    expect(audits).toEqual([
      { action: "comment.remove", note: "It attacks a person.", before: null, after: "It attacks a person." },
      { action: "comment.restore", note: "It was a quotation.", before: "It attacks a person.", after: null }
    ])
  })

  it("needs a reason and an existing comment", async () => {
    const { root } = await thread()
    for (const act of ["remove", "restore"]) {
      expect(coded(await admin("POST", `/api/admin/comments/${root.id}/${act}`, { reason: " " }))).toBe(
        "400 INVALID_REQUEST"
      )
      expect(coded(await admin("POST", `/api/admin/comments/none/${act}`, { reason: "why" }))).toBe(
        "404 COMMENT_NOT_FOUND"
      )
    }
    expect(coded(await admin("GET", "/api/admin/comments/none"))).toBe("404 COMMENT_NOT_FOUND")
  })

  it("leaves removed roots out of the discussions, but keeps their threads", async () => {
    const { question, root } = await thread()
    const discussed = async (tab: string) => (await auspex.call("GET", `/api/discussions?tab=${tab}&limit=100`)).body
    const before = await discussed("debates")
    expect(before.discussions[0]).toMatchObject({ id: root.id, reply_count: 2 })
    await admin("POST", `/api/admin/comments/${root.id}/remove`, { reason: "by a test" })
    for (const tab of ["recent", "debates", "top"]) {
      const ids = (await discussed(tab)).discussions.map(({ id }: { id: string }) => id)
      expect(ids).not.toContain(root.id)
    }
    expect((await discussed("debates")).total).toBe(before.total - 1)
    expect((await auspex.call("GET", `/api/questions/${question}/debates`)).body.total).toBe(1)
  })

  it("hides the comments of a suspended author until the suspension ends", async () => {
    const { author, question, reply, root, deeper, third } = await thread()
    const discussed = async (tab: string) => {
      const { discussions, total } = (await auspex.call("GET", `/api/discussions?tab=${tab}&limit=100`)).body
      return { total, shown: discussions.some(({ id }: { readonly id: string }) => id === root.id) }
    }
    const tabs = () => Promise.all(["recent", "debates", "top"].map(discussed))
    const before = await tabs()
    expect(before.map(({ shown }) => shown)).toEqual([true, true, true])
    expect(await texts(question)).toEqual([root.content, reply.content, deeper.content])
    await admin("POST", `/api/admin/accounts/${author.id}/suspend`, { reason: "by a test" })
    expect(await texts(question)).toEqual(["[removed]", reply.content, "[removed]"])
    expect(await tabs()).toEqual(before.map(({ total }) => ({ total: total - 1, shown: false })))
    expect(coded(await vote(auspex, third, root.id))).toBe("404 COMMENT_NOT_FOUND")
    expect(coded(await comment(auspex, author, question))).toBe("403 ACCOUNT_SUSPENDED")
    const { body } = await auspex.call("GET", "/api/leaderboard/debaters?limit=100")
    expect(body.leaderboard.map(({ user_id }: { user_id: string }) => user_id)).not.toContain(author.id)
    await admin("POST", `/api/admin/accounts/${author.id}/restore`)
    expect(await tabs()).toEqual(before)
    expect(await texts(question)).toEqual([root.content, reply.content, deeper.content])
  })

  it("removes the text from notifications of those it replied to", async () => {
    const { author, question, replier, reply, root, third } = await thread()
    const { prediction } = await predict(auspex, author, question)
    const about = await createdComment(comment(auspex, third, question, { prediction_id: prediction.id }))
    for (const id of [reply.id, about.id]) {
      await admin("POST", `/api/admin/comments/${id}/remove`, { reason: "It attacks a person." })
    }
    const { notifications } = (await auspex.call("GET", "/api/me/notifications", { as: author.key })).body
    expect(
      notifications.filter(({ type }: { readonly type: string }) => type.endsWith("_reply"))
        .map(({ body }: { readonly body: string }) => body)
    ).toEqual([`${about.user_name} replied to your prediction.`, `${reply.user_name} replied to your comment.`])
    for (const { content } of [reply, about]) expect(JSON.stringify(notifications)).not.toContain(content.slice(0, 20))
    expect([root.user_id, reply.user_id]).toEqual([author.id, replier.id])
  })
})
