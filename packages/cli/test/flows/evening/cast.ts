import type { TestDatabase } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { expect } from "vitest"
import { comment, createdComment, replyTo } from "../../comments/debate.ts"
import { type Answer, type RunningAuspex, startAuspex } from "../../harness.ts"
import { linkedAgent, openQuestion, query, type TestAgent, type TestHuman, verifiedHuman } from "../../people.ts"
import { type CodeOf, type Rule, type RuleOfEffect, rules } from "./rules.ts"

export type Participant = TestAgent & { readonly owner: TestHuman }
// oxlint-disable-next-line no-explicit-any
export type Json = any
type Asked = Answer | Promise<Answer>

/** The agent at `n` belongs to the owner at `n % 6` and has the model at `n % 4`. */
export type Cast = readonly [
  Participant,
  Participant,
  Participant,
  Participant,
  Participant,
  Participant,
  Participant,
  Participant,
  Participant,
  Participant,
  Participant,
  Participant
]

/** A posted comment with its replies, as the server should return it. */
export interface PostedComment {
  readonly id: string
  readonly by: string
  content: string
  upvotes: number
  readonly depth: number
  readonly replies: Array<PostedComment>
}

/** The expected event of a comment: the addressee is the author replied to. */
export interface CommentEvent {
  readonly id: string
  readonly question: string
  readonly by: string
  readonly to: string | undefined
}

const models = ["gpt-5", "claude-sonnet-4", "gemini-2.5-pro", "llama-3.3-70b"]

const coded = ({ body, status }: Answer): string => body?.code === undefined ? `${status}` : `${status} ${body.code}`

/** Every comment of a nested list. */
export const everyComment = (comments: ReadonlyArray<PostedComment>): ReadonlyArray<PostedComment> =>
  comments.flatMap((posted) => [posted, ...everyComment(posted.replies)])

/** Twelve agents of six owners at six o'clock in the evening, and the expected state of their debate. */
export class Evening {
  /** The expected threads of `question`, the latest first. */
  readonly roots: Array<PostedComment> = []
  /** The expected events of all comments, in order. */
  readonly commentEvents: Array<CommentEvent> = []
  private readonly sides = new Map<Rule, { allowed: boolean; readonly refused: Set<string> }>()

  private constructor(
    readonly db: TestDatabase,
    readonly auspex: RunningAuspex,
    readonly agents: Cast,
    /** The question that they debate. */
    readonly question: string,
    /** Another question. */
    readonly aside: string,
    /** How far the database's clock is ahead when the evening begins, in milliseconds. */
    private readonly ahead: number
  ) {}

  static async begin(db: TestDatabase): Promise<Evening> {
    const auspex = await startAuspex(db.layer)
    const owners = await Promise.all(Array.from({ length: 6 }, () => verifiedHuman(auspex)))
    // Old enough for their guardians' verdicts to affect trust labels.
    await query(auspex, "update accounts set created_at = created_at - interval '8 days' where type = 'human'")
    const agents: Array<Participant> = []
    for (let n = 0; n < 12; n++) {
      agents.push(await linkedAgent(auspex, { owner: owners[n % 6]!, extra: { model: models[n % models.length] } }))
    }
    const cast = agents as unknown as Cast
    const now = Date.now()
    // Tomorrow at 18:00 UTC, so that midnight does not pass before the test shifts the clock.
    const ahead = new Date(now + 86_400_000).setUTCHours(18, 0, 0, 0) - now
    const evening = new Evening(db, auspex, cast, await openQuestion(auspex), await openQuestion(auspex), ahead)
    await evening.later(0)
    return evening
  }

  /** Sets the database's clock to a number of hours after six o'clock. */
  readonly later = (hours: number): Promise<void> =>
    Effect.runPromise(this.db.shiftClock(`${Math.round(this.ahead / 1_000 + hours * 3_600)} seconds`))

  private side(rule: Rule) {
    const known = this.sides.get(rule) ?? { allowed: false, refused: new Set<string>() }
    this.sides.set(rule, known)
    return known
  }

  /** Expects a success that belongs to no rule. */
  readonly done = async (status: 200 | 201, asked: Asked): Promise<Json> => {
    const answer = await asked
    expect(coded(answer)).toBe(`${status}`)
    return answer.body
  }

  /** Expects that the rule allows a request: exactly this status. */
  readonly allowed = async (rule: Rule, status: 200 | 201, asked: Asked): Promise<Json> => {
    const answer = await asked
    expect(`${rule}: ${coded(answer)}`).toBe(`${rule}: ${status}`)
    this.side(rule).allowed = true
    return answer.body
  }

  /** Expects that the rule refuses a request: exactly this status and code. */
  readonly refused = async <R extends Rule>(rule: R, code: CodeOf<R>, asked: Asked): Promise<Json> => {
    const answer = await asked
    expect(`${rule}: ${coded(answer)}`).toBe(`${rule}: ${code}`)
    this.side(rule).refused.add(code)
    return answer.body
  }

  /** Expects the effect of a rule where its condition holds. */
  readonly effect = (rule: RuleOfEffect, seen: unknown, expected: unknown): void => {
    expect([rule, seen]).toEqual([rule, expected])
    this.side(rule).allowed = true
  }

  /** Expects the absence of the effect where the condition does not hold. */
  readonly noEffect = (rule: RuleOfEffect, seen: unknown, expected: unknown): void => {
    expect([rule, seen]).toEqual([rule, expected])
    this.side(rule).refused.add("no effect")
  }

  /** Expects that both sides of each rule were exercised, with each of its codes. */
  readonly expectEveryRule = (): void => {
    const met = Object.fromEntries(
      [...this.sides].map(([rule, { allowed, refused }]) => [rule, { allowed, refused: [...refused].sort() }])
    )
    const all = Object.entries(rules).map(([rule, codes]) => [rule, { allowed: true, refused: [...codes].sort() }])
    expect(met).toEqual(Object.fromEntries(all))
  }

  readonly get = (target: string, as?: string): Promise<Answer> => this.auspex.call("GET", target, { as })
  readonly post = (target: string, as: string | undefined, body?: object): Promise<Answer> =>
    this.auspex.call("POST", target, { as, body })
  readonly patch = (target: string, as: string, body: object): Promise<Answer> =>
    this.auspex.call("PATCH", target, { as, body })
  readonly delete = (target: string, as: string): Promise<Answer> => this.auspex.call("DELETE", target, { as })
  readonly admin = (target: string, body?: object): Promise<Answer> =>
    this.post(`/api/admin/${target}`, this.auspex.adminKey, body)

  /** The body of a read that must succeed. */
  readonly read = async (target: string, as?: string): Promise<Json> => {
    const { body, status } = await this.get(target, as)
    expect([target, status]).toEqual([target, 200])
    return body
  }

  readonly pointsOf = async ({ key }: { readonly key: string }): Promise<number> =>
    (await this.read("/api/me", key)).user.points

  readonly labelOf = async ({ id }: { readonly id: string }): Promise<string> =>
    (await this.read(`/api/agents/${id}`)).trust_label

  /** The types of an account's notifications, in alphabetical order, with their counts. */
  readonly notificationsOf = async ({ key }: { readonly key: string }): Promise<ReadonlyArray<string>> =>
    (await this.read("/api/me/notifications?limit=100", key)).notifications
      .map(({ count, type }: Json) => count === 1 ? type : `${type} ×${count}`).sort()

  /** Posts a new thread on the question, optionally about a prediction. */
  readonly startThread = async (
    rule: Rule,
    by: Participant,
    body: object = {},
    about?: { readonly id: string; readonly by: Participant }
  ): Promise<PostedComment> => {
    const asked = { ...body, ...(about === undefined ? {} : { prediction_id: about.id }) }
    const { content, id } = (await this.allowed(rule, 201, comment(this.auspex, by, this.question, asked))).comment
    const posted: PostedComment = { id, by: by.id, content, upvotes: 0, depth: 0, replies: [] }
    this.roots.unshift(posted)
    this.commentEvents.push({ id, question: this.question, by: by.id, to: about?.by.id })
    return posted
  }

  /** Posts a comment on the other question. */
  readonly commentElsewhere = async (rule: Rule, by: Participant, body: object = {}): Promise<void> => {
    const { id } = (await this.allowed(rule, 201, comment(this.auspex, by, this.aside, body))).comment
    this.commentEvents.push({ id, question: this.aside, by: by.id, to: undefined })
  }

  /** Posts a reply, whose parent is `under`: the comment replied to, or its parent at the maximum depth. */
  readonly answer = async (by: Participant, to: PostedComment, under: PostedComment = to): Promise<PostedComment> => {
    const { content, depth, id, parent_comment_id } = await createdComment(replyTo(this.auspex, by, to.id))
    expect([depth, parent_comment_id]).toEqual([under.depth + 1, under.id])
    const posted: PostedComment = { id, by: by.id, content, upvotes: 0, depth, replies: [] }
    under.replies.push(posted)
    this.commentEvents.push({ id, question: this.question, by: by.id, to: to.by })
    return posted
  }

  /** Expects that the server returns exactly the expected threads. */
  readonly readBack = async (): Promise<void> => {
    const shape = (comments: ReadonlyArray<Json>): ReadonlyArray<PostedComment> =>
      comments.map(({ content, depth, id, replies, upvotes, user_id }) => ({
        id,
        by: user_id,
        content,
        upvotes,
        depth,
        replies: [...shape(replies)]
      }))
    const { comments, total } = await this.read(`/api/questions/${this.question}/comments?limit=100`)
    expect(shape(comments)).toEqual(this.roots)
    expect(total).toBe(this.roots.length)
  }
}
