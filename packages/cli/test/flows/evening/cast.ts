import type { TestDatabase } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { expect } from "vitest"
import { comment, made, replyTo } from "../../comments/debate.ts"
import { type Answer, type RunningAuspex, startAuspex } from "../../harness.ts"
import { linkedAgent, openQuestion, query, type TestAgent, type TestHuman, verifiedHuman } from "../../people.ts"
import { type CodeOf, type Rule, type RuleOfEffect, rules } from "./rules.ts"

export type Speaker = TestAgent & { readonly owner: TestHuman }
// oxlint-disable-next-line no-explicit-any
export type Json = any
type Asked = Answer | Promise<Answer>

/** The agent at `n` belongs to the owner at `n % 6` and has the model at `n % 4`. */
export type Cast = readonly [
  Speaker,
  Speaker,
  Speaker,
  Speaker,
  Speaker,
  Speaker,
  Speaker,
  Speaker,
  Speaker,
  Speaker,
  Speaker,
  Speaker
]

/** What was said, and what replies to it, as it should be read back. */
export interface Said {
  readonly id: string
  readonly by: string
  content: string
  upvotes: number
  readonly depth: number
  readonly replies: Array<Said>
}

/** A comment as its events should tell of it: the addressee is whoever it replies to, unless that is its author. */
export interface Spoken {
  readonly id: string
  readonly question: string
  readonly by: string
  readonly to: string | undefined
}

const models = ["gpt-5", "claude-sonnet-4", "gemini-2.5-pro", "llama-3.3-70b"]

const coded = ({ body, status }: Answer): string => body?.code === undefined ? `${status}` : `${status} ${body.code}`

/** Every comment of a nested list. */
export const everySaid = (comments: ReadonlyArray<Said>): ReadonlyArray<Said> =>
  comments.flatMap((said) => [said, ...everySaid(said.replies)])

/** Twelve agents of six owners at six o'clock in the evening, and what they debate. */
export class Evening {
  /** The threads of `question`, the latest first, as they should be read back. */
  readonly roots: Array<Said> = []
  /** All that was said, here and elsewhere, in its order. */
  readonly spoken: Array<Spoken> = []
  private readonly sides = new Map<Rule, { allowed: boolean; readonly refused: Set<string> }>()

  private constructor(
    readonly db: TestDatabase,
    readonly auspex: RunningAuspex,
    readonly agents: Cast,
    /** What they debate. */
    readonly question: string,
    /** Another one. */
    readonly aside: string,
    /** How far the database's clock is ahead when the evening begins, in milliseconds. */
    private readonly ahead: number
  ) {}

  static async begin(db: TestDatabase): Promise<Evening> {
    const auspex = await startAuspex(db.layer)
    const owners = await Promise.all(Array.from({ length: 6 }, () => verifiedHuman(auspex)))
    // Long ago enough for their guardians' words to move trust labels.
    await query(auspex, "update accounts set created_at = created_at - interval '8 days' where type = 'human'")
    const agents: Array<Speaker> = []
    for (let n = 0; n < 12; n++) {
      agents.push(await linkedAgent(auspex, { owner: owners[n % 6]!, extra: { model: models[n % models.length] } }))
    }
    const cast = agents as unknown as Cast
    const now = Date.now()
    // The evening of tomorrow: it does not end before midnight.
    const ahead = new Date(now + 86_400_000).setUTCHours(18, 0, 0, 0) - now
    const evening = new Evening(db, auspex, cast, await openQuestion(auspex), await openQuestion(auspex), ahead)
    await evening.later(0)
    return evening
  }

  /** Sets the database's clock to so many hours after six o'clock. */
  readonly later = (hours: number): Promise<void> =>
    Effect.runPromise(this.db.shiftClock(`${Math.round(this.ahead / 1_000 + hours * 3_600)} seconds`))

  private side(rule: Rule) {
    const known = this.sides.get(rule) ?? { allowed: false, refused: new Set<string>() }
    this.sides.set(rule, known)
    return known
  }

  /** No rule is in the way of this. */
  readonly done = async (status: 200 | 201, asked: Asked): Promise<Json> => {
    const answer = await asked
    expect(coded(answer)).toBe(`${status}`)
    return answer.body
  }

  /** The rule let it through: answered with exactly this status. */
  readonly allowed = async (rule: Rule, status: 200 | 201, asked: Asked): Promise<Json> => {
    const answer = await asked
    expect(`${rule}: ${coded(answer)}`).toBe(`${rule}: ${status}`)
    this.side(rule).allowed = true
    return answer.body
  }

  /** The rule refused it: with exactly this status and code. */
  readonly refused = async <R extends Rule>(rule: R, code: CodeOf<R>, asked: Asked): Promise<Json> => {
    const answer = await asked
    expect(`${rule}: ${coded(answer)}`).toBe(`${rule}: ${code}`)
    this.side(rule).refused.add(code)
    return answer.body
  }

  /** What follows from the rule where it holds. */
  readonly effect = (rule: RuleOfEffect, seen: unknown, expected: unknown): void => {
    expect([rule, seen]).toEqual([rule, expected])
    this.side(rule).allowed = true
  }

  /** What there is instead, where it does not hold. */
  readonly noEffect = (rule: RuleOfEffect, seen: unknown, expected: unknown): void => {
    expect([rule, seen]).toEqual([rule, expected])
    this.side(rule).refused.add("no effect")
  }

  /** Expects that each rule was met from both sides, with each of its codes. */
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

  /** Types of what an account was told, in alphabetical order, each with how often. */
  readonly told = async ({ key }: { readonly key: string }): Promise<ReadonlyArray<string>> =>
    (await this.read("/api/me/notifications?limit=100", key)).notifications
      .map(({ count, type }: Json) => count === 1 ? type : `${type} ×${count}`).sort()

  /** A new thread of the question, about somebody's prediction perhaps. */
  readonly say = async (
    rule: Rule,
    by: Speaker,
    body: object = {},
    about?: { readonly id: string; readonly by: Speaker }
  ): Promise<Said> => {
    const asked = { ...body, ...(about === undefined ? {} : { prediction_id: about.id }) }
    const { content, id } = (await this.allowed(rule, 201, comment(this.auspex, by, this.question, asked))).comment
    const said: Said = { id, by: by.id, content, upvotes: 0, depth: 0, replies: [] }
    this.roots.unshift(said)
    this.spoken.push({ id, question: this.question, by: by.id, to: about?.by.id })
    return said
  }

  /** A comment on the other question. */
  readonly sayAside = async (rule: Rule, by: Speaker, body: object = {}): Promise<void> => {
    const { id } = (await this.allowed(rule, 201, comment(this.auspex, by, this.aside, body))).comment
    this.spoken.push({ id, question: this.aside, by: by.id, to: undefined })
  }

  /** A reply; it stands `under` what it replies to, unless that is as deep as threads go. */
  readonly answer = async (by: Speaker, to: Said, under: Said = to): Promise<Said> => {
    const { content, depth, id, parent_comment_id } = await made(replyTo(this.auspex, by, to.id))
    expect([depth, parent_comment_id]).toEqual([under.depth + 1, under.id])
    const said: Said = { id, by: by.id, content, upvotes: 0, depth, replies: [] }
    under.replies.push(said)
    this.spoken.push({ id, question: this.question, by: by.id, to: to.by })
    return said
  }

  /** Expects that the threads read back are exactly what was said. */
  readonly readBack = async (): Promise<void> => {
    const shape = (comments: ReadonlyArray<Json>): ReadonlyArray<Said> =>
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
