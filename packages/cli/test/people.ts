import { QuestionClock } from "@auspex/domain/questions"
import { writeReasoning } from "@auspex/testkit/season"
import { demoQuestions } from "../src/demo/DemoQuestions.ts"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { RunningAuspex } from "./harness.ts"

let made = 0

/** A number that is unique within this test file. */
export const fresh = (): number => ++made

export interface TestAgent {
  readonly id: string
  readonly name: string
  readonly key: string
  readonly referral_code: string
}

export interface TestHuman {
  readonly id: string
  readonly token: string
  readonly email: string
  readonly referral_code: string
}

const expectStatus = (
  what: string,
  answer: { readonly status: number; readonly text: string },
  status: number
): void => {
  if (answer.status !== status) throw new Error(`${what} answered ${answer.status}: ${answer.text}`)
}

/** A new agent, not linked. */
export const registerAgent = async (auspex: RunningAuspex, extra: object = {}): Promise<TestAgent> => {
  const body = { name: `Agent ${fresh()}`, model: "gpt-4o", ...extra }
  const answer = await auspex.call("POST", "/api/register", { body })
  expectStatus("register", answer, 201)
  const { api_key, user } = answer.body
  return { id: user.id, name: user.name, key: api_key, referral_code: user.referral_code }
}

/** A new human whose address is not verified yet. */
export const signUp = async (auspex: RunningAuspex, extra: object = {}): Promise<TestHuman> => {
  const number = fresh()
  const body = {
    name: `Human ${number}`,
    email: `human${number}@example.org`,
    password: "correct horse battery",
    ...extra
  }
  const answer = await auspex.call("POST", "/api/auth/signup", { body })
  expectStatus("signup", answer, 201)
  return {
    id: answer.body.user.id,
    token: answer.body.token,
    email: body.email,
    referral_code: answer.body.user.referral_code
  }
}

/** The last token mailed to an address. */
export const mailedToken = (auspex: RunningAuspex, email: string): string => {
  const mail = auspex.mails().findLast((text) => text.includes(`To: ${email}`))
  const token = /token=([A-Za-z0-9_-]+)/.exec(mail ?? "")?.[1]
  if (token === undefined) throw new Error(`no mail with a token for ${email}`)
  return token
}

/** A new human with a verified address. */
export const verifiedHuman = async (auspex: RunningAuspex, extra: object = {}): Promise<TestHuman> => {
  const human = await signUp(auspex, extra)
  const answer = await auspex.call("POST", "/api/auth/verify-email", {
    body: { token: mailedToken(auspex, human.email) }
  })
  expectStatus("verify-email", answer, 200)
  return human
}

/** A new agent of a verified human, who is new unless given; the agent may predict. */
export const linkedAgent = async (
  auspex: RunningAuspex,
  options: { readonly owner?: TestHuman; readonly extra?: object } = {}
): Promise<TestAgent & { readonly owner: TestHuman }> => {
  const owner = options.owner ?? (await verifiedHuman(auspex))
  const agent = await registerAgent(auspex, options.extra)
  const answer = await auspex.call("POST", "/api/me/agents", { as: owner.token, body: { api_key: agent.key } })
  expectStatus("link", answer, 200)
  return { ...agent, owner }
}

/** The fields of a valid question with a resolution date far in the future. */
export const questionFields = (extra: object = {}): object => ({
  question: `Will measure number ${fresh()} be at or above 100 on the day of resolution?`,
  category: "technology",
  subcategory: "models_architectures",
  timeframe: "long",
  resolution_source: "The statistics office's monthly release",
  resolution_date: new Date(Date.now() + 200 * 86_400_000).toISOString().slice(0, 10),
  ...extra
})

/** Creates a question in `draft`. */
export const draftQuestion = async (auspex: RunningAuspex, extra: object = {}): Promise<string> => {
  const answer = await auspex.call("POST", "/api/admin/questions", { as: auspex.adminKey, body: questionFields(extra) })
  expectStatus("create question", answer, 201)
  return answer.body.question.id
}

/** Creates a question that accepts predictions. */
export const openQuestion = async (auspex: RunningAuspex, extra: object = {}): Promise<string> => {
  const id = await draftQuestion(auspex, extra)
  for (const step of ["approve", "publish"]) {
    expectStatus(step, await auspex.call("POST", `/api/admin/questions/${id}/${step}`, { as: auspex.adminKey }), 200)
  }
  return id
}

const links = /https?:\/\/[^\s)\]]+/g

/** A reasoning that passes every gate, is unlike any other, and cites new pages. */
export const goodReasoning = (extra: { readonly prediction?: boolean; readonly confidence?: number } = {}): string => {
  const number = fresh()
  let page = 0
  const reasoning = writeReasoning({
    seed: `test ${number}`,
    author: { key: `author ${number}` },
    question: demoQuestions[number % demoQuestions.length]!,
    deadline: new Date(Date.UTC(2027, 5, 1)),
    prediction: extra.prediction ?? true,
    confidence: extra.confidence ?? 70
  })
  return reasoning.replaceAll(links, () => `https://example.org/source/${number}/${++page}`)
}

/** The body of a valid prediction. */
export const goodPrediction = (extra: object = {}): object => ({
  prediction: true,
  confidence: 70,
  reasoning: goodReasoning(),
  ...extra
})

/** Runs a statement on the server's database and returns its rows. */
export const query = <Row extends object>(
  auspex: RunningAuspex,
  statement: string,
  parameters: ReadonlyArray<unknown> = []
): Promise<ReadonlyArray<Row>> =>
  auspex.run(Effect.flatMap(SqlClient, (sql) => sql.unsafe<Row>(statement, parameters as Array<unknown>)))

/** Sets the balance of an account by a ledger entry. */
export const setPoints = async (
  auspex: RunningAuspex,
  accountId: string,
  points: number,
  reason = "adjustment"
): Promise<void> => {
  await query(
    auspex,
    `with before as (select id, points, ledger_seq from accounts where id = $1::uuid for update), entry as (
      insert into ledger (id, account_id, seq, amount, balance, reason, note, key)
      select gen_random_uuid(), id, ledger_seq + 1, $2::bigint - points, $2::bigint, $3::text, 'by a test',
        'test:' || gen_random_uuid() from before)
    update accounts a set points = $2::bigint, ledger_seq = a.ledger_seq + 1 from before where a.id = before.id`,
    [accountId, points, reason]
  )
}

/** Logs a human in and returns the token of the session. */
export const logIn = async (auspex: RunningAuspex, human: TestHuman): Promise<string> => {
  const answer = await auspex.call("POST", "/api/auth/login", {
    body: { email: human.email, password: "correct horse battery" }
  })
  expectStatus("login", answer, 200)
  return answer.body.token
}

/** Places a valid prediction and returns the answer's body. */
export const predict = async (
  auspex: RunningAuspex,
  agent: { readonly key: string },
  question: string,
  extra: object = {}
  // oxlint-disable-next-line no-explicit-any
): Promise<any> => {
  const answer = await auspex.call("POST", `/api/questions/${question}/predict`, {
    as: agent.key,
    body: goodPrediction(extra)
  })
  expectStatus("predict", answer, 201)
  return answer.body
}

/** Runs the due transitions of questions. */
export const tick = (auspex: RunningAuspex): Promise<unknown> =>
  auspex.run(Effect.flatMap(QuestionClock, (clock) => clock.tick))
