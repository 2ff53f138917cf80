import { commentDepthMax, nestedRepliesMin, nestedRepliesOfPage } from "@auspex/domain/comments"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { FastCheck as fc } from "effect"
import { expect, it } from "vitest"
import { openQuestion, query } from "../people.ts"
import { checkedAuspexOn } from "../servers.ts"
import { agents, comment, createdComment, predicted, replyTo, vote } from "./debate.ts"

interface Node {
  readonly id: string
  readonly replies: Array<Node>
}
// oxlint-disable-next-line no-explicit-any
const shape = (comments: ReadonlyArray<any>): ReadonlyArray<Node> =>
  comments.map(({ id, replies }) => ({ id, replies: [...shape(replies)] }))

onServerDatabaseFirst("threads", (db) => {
  const auspex = checkedAuspexOn(db)

  const ids = (list: ReadonlyArray<{ readonly id: string }>) => list.map(({ id }) => id)

  it("are read back exactly as they were created, for any tree of replies", async () => {
    const people = await agents(auspex, 5)
    // A choice for each comment after the first: 0 is a new root, other numbers reply to an earlier comment.
    const choices = fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 24 })
    await fc.assert(
      fc.asyncProperty(choices, async (picks) => {
        const question = await openQuestion(auspex)
        const roots: Array<Node> = []
        const stored: Array<{ readonly node: Node; readonly depth: number; readonly parent: Node | undefined }> = []
        for (const [turn, pick] of picks.entries()) {
          const by = people[turn % people.length]!
          const target = stored.length === 0 || pick % 6 === 0 ? undefined : stored[pick % stored.length]!
          const { depth, id } = await createdComment(
            target === undefined ? comment(auspex, by, question) : replyTo(auspex, by, target.node.id)
          )
          const node: Node = { id, replies: [] }
          const parent = target !== undefined && target.depth >= commentDepthMax ? target.parent : target?.node
          if (parent === undefined) roots.unshift(node)
          else parent.replies.push(node)
          expect(depth).toBe(target === undefined ? 0 : Math.min(target.depth + 1, commentDepthMax))
          stored.push({ node, depth, parent })
        }
        const { body } = await auspex.call("GET", `/api/questions/${question}/comments?limit=100`)
        expect([shape(body.comments), body.total]).toEqual([roots, roots.length])
        const debates = (await auspex.call("GET", `/api/questions/${question}/debates?limit=100`)).body
        expect(new Set(ids(debates.debates))).toEqual(new Set(ids(roots.filter(({ replies }) => replies.length > 0))))
      }),
      { numRuns: 4 }
    )
  })

  it("have a depth of at most eight: a reply to the deepest comment becomes its sibling", async () => {
    const people = await agents(auspex, 3)
    const question = await openQuestion(auspex)
    let last = await createdComment(comment(auspex, people[0]!, question))
    for (let n = 1; n <= 8; n++) last = await createdComment(replyTo(auspex, people[n % 3]!, last.id))
    expect(last.depth).toBe(8)
    const beside = await createdComment(replyTo(auspex, people[0]!, last.id))
    expect(beside).toMatchObject({ depth: 8, parent_comment_id: last.parent_comment_id })
  })

  it("with many replies show the first ones, and the thread's own list shows all", async () => {
    const [author] = await agents(auspex, 1)
    const question = await openQuestion(auspex)
    const root = await createdComment(comment(auspex, author!, question))
    await query(
      auspex,
      `insert into comments (id, question_id, account_id, root_id, parent_comment_id, depth, content, content_digest)
      select gen_random_uuid(), $1::uuid, $2::uuid, $3::uuid, $3::uuid, 1, 'reply ' || n, sha256(n::text::bytea)
      from generate_series(1, 130) n`,
      [question, author!.id, root.id]
    )
    await query(
      auspex,
      `insert into outbox_events (id, event, data, question_id, actor_id)
      select gen_random_uuid(), 'comment.created', jsonb_build_object('comment_id', id), question_id, account_id
      from comments where root_id = $1::uuid and depth = 1`,
      [root.id]
    )
    const { body } = await auspex.call("GET", `/api/questions/${question}/comments`)
    expect([body.comments[0].replies.length, body.comments[0].reply_count]).toEqual([130, 130])
    const seen: Array<string> = []
    let cursor: string | null = ""
    while (cursor !== null) {
      const page = await auspex.call(
        "GET",
        `/api/comments/${root.id}/replies?limit=60${cursor === "" ? "" : `&cursor=${cursor}`}`
      )
      seen.push(...page.body.replies.map(({ content }: { content: string }) => content))
      expect(page.body.total).toBe(130)
      cursor = page.body.next_cursor
    }
    expect(seen).toEqual(Array.from({ length: 130 }, (_, n) => `reply ${n + 1}`))
    const deep = await auspex.call("GET", `/api/comments/${body.comments[0].replies[3].id}/replies?limit=1&offset=129`)
    expect(deep.body.replies[0].content).toBe("reply 130")
  })

  it("nest every reply while the page has room, and share the room fairly otherwise", async () => {
    const [author] = await agents(auspex, 1)
    /** The number of replies shown per root of a new question, for roots with these numbers of replies. */
    const shown = async (counts: ReadonlyArray<number>, limit = 100): Promise<ReadonlyArray<number>> => {
      const question = await openQuestion(auspex)
      await query(
        auspex,
        `with roots as (
          select gen_random_uuid() as id, n, count from jsonb_array_elements_text($3::text::jsonb)
            with ordinality as given (count, n)
        ), planted as (
          insert into comments (id, question_id, account_id, root_id, depth, content, content_digest)
          select id, $1::uuid, $2::uuid, id, 0, 'root', sha256(n::text::bytea) from roots order by n desc returning id
        )
        insert into comments (id, question_id, account_id, root_id, parent_comment_id, depth, content, content_digest)
        select gen_random_uuid(), $1::uuid, $2::uuid, r.id, r.id, 1, 'reply ' || i, sha256((n + i)::text::bytea)
        from roots r join planted using (id), generate_series(1, r.count::integer) i order by r.n, i`,
        [question, author!.id, JSON.stringify(counts)]
      )
      await query(
        auspex,
        `insert into outbox_events (id, event, data, question_id, actor_id)
        select gen_random_uuid(), 'comment.created', jsonb_build_object('comment_id', id), question_id, account_id
        from comments where question_id = $1::uuid`,
        [question]
      )
      const { body } = await auspex.call("GET", `/api/questions/${question}/comments?limit=${limit}`)
      // oxlint-disable-next-line no-explicit-any
      return body.comments.map(({ replies }: any) => {
        expect(replies.map(({ content }: { readonly content: string }) => content))
          .toEqual(replies.map((_: unknown, at: number) => `reply ${at + 1}`))
        return replies.length
      })
    }
    expect(await shown([21])).toEqual([21])
    expect(await shown([nestedRepliesOfPage + 1])).toEqual([nestedRepliesOfPage])
    expect(await shown([2, 350, 0, 48])).toEqual([2, 350, 0, 48])
    expect(await shown([300, 10, 300])).toEqual([195, 10, 195])
    // Roots of the next page take no room from this one.
    expect(await shown([300, 300], 1)).toEqual([300])
    const many = Array.from({ length: 25 }, () => nestedRepliesMin + 5)
    expect(await shown(many)).toEqual(many.map(() => nestedRepliesMin))
    expect(await shown([])).toEqual([])
  })

  it("are listed by tabs over all questions, page by page, while new comments arrive", async () => {
    const people = await agents(auspex, 4)
    const { prediction, question } = await predicted(auspex, people[3]!)
    const other = await openQuestion(auspex)
    const quiet = await createdComment(comment(auspex, people[0]!, question))
    const liked = await createdComment(comment(auspex, people[1]!, other))
    const about = await createdComment(comment(auspex, people[2]!, question, { prediction_id: prediction }))
    const answered = await createdComment(comment(auspex, people[0]!, other))
    await vote(auspex, people[0]!, liked.id)
    await vote(auspex, people[2]!, liked.id)
    await vote(auspex, people[1]!, quiet.id)
    await createdComment(replyTo(auspex, people[1]!, answered.id))
    const tab = async (query: string) => (await auspex.call("GET", `/api/discussions?${query}`)).body
    expect(ids((await tab("limit=4")).discussions)).toEqual([answered.id, about.id, liked.id, quiet.id])
    expect(ids((await tab("tab=debates&limit=2")).discussions)).toEqual([answered.id, about.id])
    expect(ids((await tab("tab=top&limit=2")).discussions)).toEqual([liked.id, quiet.id])
    expect((await auspex.call("GET", "/api/discussions?tab=loud")).body.code).toBe("INVALID_REQUEST")

    const first = await tab("limit=2")
    await createdComment(comment(auspex, people[3]!, question))
    const second = await tab(`limit=2&cursor=${first.next_cursor}`)
    expect(ids([...first.discussions, ...second.discussions])).toEqual([answered.id, about.id, liked.id, quiet.id])
    const best = await tab("tab=top&limit=1")
    expect(ids((await tab(`tab=top&limit=1&cursor=${best.next_cursor}`)).discussions)).toEqual([quiet.id])
    const debated = await tab("tab=debates&limit=1")
    expect(ids((await tab(`tab=debates&limit=1&cursor=${debated.next_cursor}`)).discussions)).toEqual([about.id])
    const mine = await auspex.call("GET", "/api/discussions?tab=top&limit=1", { as: people[0]!.key })
    expect(mine.body.discussions[0]).toMatchObject({ has_upvoted: true, upvotes: 2, reply_count: 0 })
    expect(mine.body.discussions[0].question).toMatch(/^Will measure number/)

    const board = (await auspex.call("GET", "/api/leaderboard/debaters?limit=2")).body
    expect(
      board.leaderboard.map((
        { rank, total_upvotes, user_id }: Record<string, unknown>
      ) => [rank, user_id, total_upvotes])
    )
      .toEqual([[1, people[1]!.id, 2], [2, people[0]!.id, 1]])
    const next = (await auspex.call("GET", `/api/leaderboard/debaters?limit=2&cursor=${board.next_cursor}`)).body
    expect(next.leaderboard[0].rank).toBe(3)
    expect(next.total).toBe(board.total)
  })
})
