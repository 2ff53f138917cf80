import { type AccountActor, anonymous } from "@auspex/domain/identity"
import { QuestionAdministration, Questions } from "@auspex/domain/questions"
import { onEachDatabase, onServerDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { beforeEach, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { v7 as uuidv7 } from "uuid"
import {
  account,
  admin,
  announced,
  dayAhead,
  human,
  inWorld,
  questionIn,
  questionInput,
  refusedWith
} from "./questionWorld.ts"

const noId = "01890000-0000-7000-8000-000000000000"

onEachDatabase("Questions", (db) => {
  beforeEach(() => db.run(db.reset))

  it.live("takes suggestions from active accounts of the tier predictor, as drafts that are not public", () =>
    inWorld(
      db,
      Effect.gen(function*() {
        const questions = yield* Questions
        const actor = yield* account({ points: 1_000 })
        const suggestion = yield* questions.suggest(
          actor,
          { ...questionInput(), weight: 5, opens_at: "2020-01-01T00:00:00Z", status: "open" } as object
        )
        expect(suggestion).toMatchObject({
          status: "draft",
          weight: 1,
          suggested_by: actor.id,
          submitter_name: actor.name
        })
        expect(suggestion).not.toHaveProperty("opens_at")
        expect(yield* refusedWith(questions.detail(suggestion.id, anonymous))).toEqual(["QUESTION_NOT_FOUND"])
        expect(yield* refusedWith(questions.detail(suggestion.id, actor))).toEqual(["QUESTION_NOT_FOUND"])
        expect((yield* questions.detail(suggestion.id, admin)).id).toBe(suggestion.id)

        expect(yield* refusedWith(questions.suggest({ ...actor, points: 999 }, questionInput()))).toEqual([
          "TIER_TOO_LOW"
        ])
        expect(yield* refusedWith(questions.suggest(yield* account({ linked: false }), questionInput()))).toEqual([
          "AGENT_NOT_LINKED"
        ])
        expect(yield* refusedWith(questions.suggest({ ...(yield* human), email_verified: false }, questionInput())))
          .toEqual(["EMAIL_NOT_VERIFIED"])
        expect(yield* refusedWith(questions.suggest(actor, {}))).toEqual([
          "INVALID_REQUEST question",
          "INVALID_REQUEST category",
          "INVALID_REQUEST timeframe",
          "INVALID_REQUEST resolution_source",
          "INVALID_REQUEST resolution_date"
        ])
      })
    ))

  it.live("counts a vote once, and withdraws it once", () =>
    inWorld(
      db,
      Effect.gen(function*() {
        const questions = yield* Questions
        const id = yield* questionIn("open")
        const [first, second] = [yield* account(), yield* account()]
        announced.length = 0
        expect(yield* questions.upvote(first, id)).toEqual({ upvotes: 1, has_upvoted: true })
        expect(yield* questions.upvote(first, id)).toEqual({ upvotes: 1, has_upvoted: true })
        expect(yield* questions.upvote(second, id)).toEqual({ upvotes: 2, has_upvoted: true })
        expect(announced).toContain(`question:${id}`)
        expect((yield* questions.detail(id, anonymous)).upvotes).toBe(2)
        expect(yield* questions.withdrawUpvote(first, id)).toEqual({ upvotes: 1, has_upvoted: false })
        expect(yield* questions.withdrawUpvote(first, id)).toEqual({ upvotes: 1, has_upvoted: false })
        for (const unseen of [yield* questionIn("draft"), noId, "x", "\0"]) {
          expect(yield* refusedWith(questions.upvote(first, unseen))).toEqual(["QUESTION_NOT_FOUND"])
          expect(yield* refusedWith(questions.withdrawUpvote(first, unseen))).toEqual(["QUESTION_NOT_FOUND"])
          expect(yield* refusedWith(questions.watch(first, unseen))).toEqual(["QUESTION_NOT_FOUND"])
          expect(yield* refusedWith(questions.unwatch(first, unseen))).toEqual(["QUESTION_NOT_FOUND"])
        }
      })
    ))

  it.live("refuses votes for suggestions of the same owner, also after a later link", () =>
    inWorld(
      db,
      Effect.gen(function*() {
        const questions = yield* Questions
        const administration = yield* QuestionAdministration
        const sql = yield* SqlClient
        const owner = yield* human
        const [mine, sibling, stray] = [
          yield* account({ owner }),
          yield* account({ owner }),
          yield* account({ linked: false })
        ]
        const { id } = yield* questions.suggest(mine, questionInput())
        yield* administration.approve(admin, id)
        yield* administration.publish(admin, id)
        const late: AccountActor = { ...stray, owner_id: noId }
        for (const voter of [mine, sibling, owner]) {
          expect(yield* refusedWith(questions.upvote(voter, id))).toEqual(["SAME_OWNER_VOTE"])
        }
        expect(yield* questions.upvote(late, id)).toEqual({ upvotes: 1, has_upvoted: true })
        yield* sql`update accounts set owner_id = ${owner.id} where id = ${stray.id}`
        expect(yield* refusedWith(questions.upvote(late, id))).toEqual(["SAME_OWNER_VOTE"])
      })
    ))

  it.live("watches and unwatches, and repetition is harmless", () =>
    inWorld(
      db,
      Effect.gen(function*() {
        const questions = yield* Questions
        const sql = yield* SqlClient
        const id = yield* questionIn("open")
        const actor = yield* account()
        for (const _ of [1, 2]) expect(yield* questions.watch(actor, id)).toEqual({ watching: true })
        expect((yield* sql`select 1 from question_watches`).length).toBe(1)
        for (const _ of [1, 2]) expect(yield* questions.unwatch(actor, id)).toEqual({ watching: false })
        expect((yield* sql`select 1 from question_watches`).length).toBe(0)
      })
    ))

  it.live("applies every filter", () =>
    inWorld(
      db,
      Effect.gen(function*() {
        const questions = yield* Questions
        const sea = yield* questionIn("open", {
          category: "society",
          subcategory: "environment_sustainability",
          timeframe: "long",
          tag: "#SeaIce",
          question: "Will the Arctic sea ice minimum fall below four million square kilometres?",
          resolution_date: dayAhead(100)
        })
        const cup = yield* questionIn("closed", {
          category: "industry",
          subcategory: null,
          options: ["Reds", "Blues"],
          context: "Arctic winds may matter."
        })
        const list = (fields: object) =>
          Effect.map(questions.list(anonymous, { limit: 12, offset: 0, ...fields }), ({ items, total }) => {
            expect(total).toBe(items.length)
            return items.map(({ id }) => id)
          })
        expect(yield* list({})).toEqual([cup, sea])
        expect(yield* list({ status: "open" })).toEqual([sea])
        expect(yield* list({ category: "industry" })).toEqual([cup])
        expect(yield* list({ subcategory: "environment_sustainability" })).toEqual([sea])
        expect(yield* list({ timeframe: "long", question_type: "binary" })).toEqual([sea])
        expect(yield* list({ question_type: "multi" })).toEqual([cup])
        expect(yield* list({ tag: "seaice" })).toEqual([sea])
        expect(yield* list({ tag: "#SEAICE" })).toEqual([sea])
        expect(yield* list({ q: "arctic" })).toEqual([cup, sea])
        expect(yield* list({ q: "arctic -winds" })).toEqual([sea])
        expect(yield* list({ q: "\"sea ice\"" })).toEqual([sea])
        expect(yield* list({ q: "   " })).toEqual([cup, sea])
        // A stored field is never interpreted as an operator.
        for (
          const q of [
            "'",
            "\"",
            "a & | ! :*",
            "<->",
            "\\",
            "((((",
            "%_%",
            "or or or",
            "-",
            "'; drop table questions; --"
          ]
        ) yield* list({ q })
        for (const bad of [{ q: "x".repeat(201) }, { q: "a\0b" }, { q: "\ud800" }, { tag: "\0" }]) {
          expect((yield* refusedWith(list(bad)))[0]).toMatch(/^INVALID_REQUEST (q|tag)$/)
        }
      })
    ))

  it.live("shows the strongest reasoning on each side and the number of models", () =>
    inWorld(
      db,
      Effect.gen(function*() {
        const questions = yield* Questions
        const sql = yield* SqlClient
        const id = yield* questionIn("open")
        for (const [index, [prediction, upvotes]] of ([[true, 1], [true, 5], [false, 0]] as const).entries()) {
          const author = yield* account()
          const text = `Reason ${index} ${"word ".repeat(100)}`
          yield* sql`insert into predictions (id, question_id, account_id, seq, prediction, confidence, reasoning, reasoning_digest, contrarian, stake, engagement, owner_upvotes)
          values (${uuidv7()}, ${id}, ${author.id}, ${index + 1}, ${prediction}, 70, ${text}, ${new Uint8Array([
            index
          ])}, false, 70, '{}', ${upvotes})`
        }
        yield* sql`insert into consensus_tallies values (${id}, 'm1', 'other', 7, 2, 1, 140), (${id}, '', 'other', 7, 1, 1, 71)`
        yield* sql`update questions set prediction_count = 3, yes_count = 2, no_count = 1, confidence_sum = 211 where id = ${id}`
        const detail = yield* questions.detail(id, anonymous)
        expect(detail.consensus_summary).toMatchObject({ total_agents: 3, avg_confidence: 70.33, model_count: 1 })
        expect(detail.consensus_summary.strongest_for_excerpt).toMatch(/^Reason 1 (word )+word…$/)
        expect(detail.consensus_summary.strongest_against_excerpt).toMatch(/^Reason 2 /)
        const { items: [listed] } = yield* questions.list(anonymous, { limit: 1, offset: 0 })
        expect(listed?.consensus_summary).toEqual({ total_agents: 3, avg_confidence: 70.33, model_count: 1 })
      })
    ))
})

onServerDatabase("Votes on questions", (db) => {
  it.live("counts concurrent votes of one account once", () =>
    inWorld(
      db,
      Effect.gen(function*() {
        const questions = yield* Questions
        const sql = yield* SqlClient
        const id = yield* questionIn("open")
        const voters = yield* Effect.all([account(), account(), account()])
        yield* Effect.all(
          voters.flatMap((voter) => Array.from({ length: 15 }, () => questions.upvote(voter, id))),
          { concurrency: "unbounded" }
        )
        expect(yield* sql`select upvotes from questions where id = ${id}`).toEqual([{ upvotes: 3 }])
        yield* Effect.all(
          voters.flatMap((voter) =>
            Array.from({ length: 15 }, (_, index) =>
              index % 2 ? questions.upvote(voter, id) : questions.withdrawUpvote(voter, id))
          ),
          { concurrency: "unbounded" }
        )
        expect(
          yield* sql`select (select count(*)::int from question_votes) - upvotes as off from questions where id = ${id}`
        ).toEqual([{ off: 0 }])
      })
    ))
})
