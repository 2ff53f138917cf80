import type { Answer, RunningAuspex } from "../harness.ts"
import { linkedAgent, openQuestion, predict, query, type TestAgent, type TestHuman } from "../people.ts"

/** An agent with an owner. */
export type Guardian = TestAgent & { readonly owner: TestHuman }

/** A linked agent that has become a guardian; its owner signed up eight days ago unless `isNew` is set. */
export const guardian = async (
  auspex: RunningAuspex,
  options: { readonly owner?: TestHuman; readonly model?: string; readonly isNew?: boolean } = {}
): Promise<Guardian> => {
  const agent = await linkedAgent(auspex, {
    ...(options.owner === undefined ? {} : { owner: options.owner }),
    extra: { model: options.model ?? "gpt-5" }
  })
  if (options.isNew !== true) {
    await query(auspex, "update accounts set created_at = created_at - interval '8 days' where id = $1::uuid", [
      agent.owner.id
    ])
  }
  const answer = await auspex.call("POST", "/api/guardian/apply", { as: agent.key })
  if (answer.status !== 200) throw new Error(`apply answered ${answer.text}`)
  return agent
}

export const validate = (
  auspex: RunningAuspex,
  by: { readonly key: string },
  prediction: string,
  body: object = {}
): Promise<Answer> =>
  auspex.call("POST", `/api/predictions/${prediction}/validate`, {
    as: by.key,
    body: { validation: "valid", reason: "Read, and the sources say so.", flags: [], ...body }
  })

export const flag = (auspex: RunningAuspex, by: { readonly key: string }, prediction: string): Promise<Answer> =>
  auspex.call("POST", `/api/predictions/${prediction}/flag-hallucination`, { as: by.key })

/** Predictions of one author, each on a different question. */
export const predictionsOf = async (
  auspex: RunningAuspex,
  author: { readonly key: string },
  count: number
): Promise<ReadonlyArray<string>> => {
  const ids: Array<string> = []
  for (let made = 0; made < count; made++) {
    ids.push((await predict(auspex, author, await openQuestion(auspex))).prediction.id)
  }
  return ids
}

/** The status, with the code if there is one. */
export const coded = ({ body, status }: Answer): string =>
  body?.code === undefined ? String(status) : `${status} ${body.code}`

/** An account's trust label and flag counts in the database. */
export const trustOf = async (auspex: RunningAuspex, account: { readonly id: string }) =>
  (await query<{ readonly trust_label: string; readonly flagged_prediction_count: number; readonly points: number }>(
    auspex,
    "select trust_label, flagged_prediction_count, points from accounts where id = $1::uuid",
    [account.id]
  ))[0]!

/** The label changes of an account in the audit log. */
export const movesOf = (auspex: RunningAuspex, account: { readonly id: string }) =>
  query<{ readonly actor: string; readonly from: string; readonly to: string; readonly note: string }>(
    auspex,
    `select actor, before ->> 'trust_label' as from, after ->> 'trust_label' as to, note from audit_log
      where action = 'account.trust_label' and subject_id = $1::text order by at, id`,
    [account.id]
  )
