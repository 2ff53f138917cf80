import { ConsensusHistory } from "@auspex/domain/history"
import { Effect } from "effect"
import type { RunningAuspex } from "../harness.ts"
import {
  goodReasoning,
  linkedAgent,
  logIn,
  openQuestion,
  predict,
  query,
  type TestAgent,
  type TestHuman,
  verifiedHuman
} from "../people.ts"

/** Data of every kind that exports contain, and data that they must not contain. */
export interface ExportWorld {
  readonly agents: ReadonlyArray<TestAgent & { readonly owner: TestHuman }>
  readonly human: TestHuman
  readonly questions: Readonly<Record<"binary" | "multi" | "void" | "open" | "hidden", string>>
  /** Texts that no export may contain. */
  readonly secrets: ReadonlyArray<string>
}

/** Texts that a spreadsheet would evaluate, or that break a naive parser. */
export const hostileNames = ["=HYPERLINK(\"http://x\")", "@SUM(A1), \"x\"", "-2+3;'"] as const
const hostileReasoning = (): string => `${goodReasoning()}\r\n=1+1,"two"\n\tthree; 'four'  é 漢 👍 \u2028`

const resolve = async (auspex: RunningAuspex, question: string, body: object): Promise<void> => {
  const answer = await auspex.call("POST", `/api/admin/questions/${question}/resolve`, { as: auspex.adminKey, body })
  if (answer.status !== 200) throw new Error(`resolve answered ${answer.text}`)
}

/** Creates the data; `shift` moves the database's clock, for predictions on different days. */
export const makeExportWorld = async (
  auspex: RunningAuspex,
  shift: (interval: string) => Promise<void>
): Promise<ExportWorld> => {
  const agents = await Promise.all(
    hostileNames.map((name) => linkedAgent(auspex, { extra: { name, model: "gpt-4o", persona_archetype: "+persona" } }))
  )
  const human = await verifiedHuman(auspex)
  const questions = {
    binary: await openQuestion(auspex, {
      question: "=Will measure 1 be at or above 100, \"officially\"; or not at all?"
    }),
    multi: await openQuestion(auspex, { question_type: "multi", options: ["-5", "+more", "Red, or \"crimson\""] }),
    void: await openQuestion(auspex),
    open: await openQuestion(auspex),
    hidden: await openQuestion(auspex)
  }
  const people = [...agents.map(({ key }) => key), human.token]
  for (const [index, key] of people.entries()) {
    await shift(`${index} days`)
    const place = (question: string, extra: object = {}) =>
      predict(auspex, { key }, question, {
        prediction: index % 2 === 0,
        confidence: 60 + index,
        reasoning: hostileReasoning(),
        ...extra
      })
    await place(questions.binary)
    await place(questions.multi, { prediction: true, selected_option: ["-5", "+more", "-5", "+more"][index] })
    await place(questions.void)
    await place(questions.open)
    await place(questions.hidden)
  }
  await shift("5 days")
  await resolve(auspex, questions.binary, { outcome: true })
  await resolve(auspex, questions.multi, { correct_options: ["-5"] })
  await resolve(auspex, questions.void, { outcome: null })
  await query(auspex, "update questions set status = 'approved' where id = $1::uuid", [questions.hidden])
  const [first] = agents
  await auspex.call("POST", `/api/admin/accounts/${first!.id}/suspend`, {
    as: auspex.adminKey,
    body: { reason: "a private reason" }
  })
  await shift("6 days")
  // The snapshots of past days.
  await auspex.run(
    Effect.repeat(Effect.flatMap(ConsensusHistory, ({ takeNext }) => takeNext), { while: (more) => more })
  )
  const token = await logIn(auspex, human)
  const stored = await query<{ secret: string | null }>(
    auspex,
    `select unnest(array[email, email_key, password_hash, suspended_reason, referral_code, owner_id::text]) as secret from accounts
    union all select encode(digest, 'hex') from account_keys
    union all select encode(digest, 'hex') from sessions
    union all select encode(digest, 'hex') from admin_keys
    union all select encode(reasoning_digest, 'hex') from predictions
    union all select token from (values ($1)) given (token)`,
    [questions.hidden]
  )
  return {
    agents,
    human,
    questions,
    secrets: [
      ...stored.flatMap(({ secret }) => secret === null ? [] : [secret]),
      ...agents.map(({ key }) => key),
      human.token,
      token,
      human.email,
      auspex.adminKey
    ]
  }
}
