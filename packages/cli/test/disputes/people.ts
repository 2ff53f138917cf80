import type { RunningAuspex } from "../harness.ts"
import { linkedAgent, openQuestion, predict, query, type TestAgent } from "../people.ts"
import { distinctPrediction } from "../races/citing.ts"

export const objection = (extra: object = {}): object => ({
  reason: "The gauge was read at noon, but the question asks for the highest reading of the whole day.",
  evidence_urls: ["https://gauges.example.org/harbour/2027"],
  ...extra
})

/** Sends a request as the administrator. */
export const asAdmin = (auspex: RunningAuspex, method: string, target: string, body?: object) =>
  auspex.call(method, target, { as: auspex.adminKey, ...(body === undefined ? {} : { body }) })

export const resolve = async (auspex: RunningAuspex, question: string, body: object): Promise<void> => {
  const answer = await asAdmin(auspex, "POST", `/api/admin/questions/${question}/resolve`, body)
  if (answer.status !== 200) throw new Error(`resolve answered ${answer.text}`)
}

export const file = (auspex: RunningAuspex, agent: { readonly key: string }, question: string, body = objection()) =>
  auspex.call("POST", `/api/questions/${question}/dispute`, { as: agent.key, body })

/** Files a dispute of the question by this agent. */
export const dispute = async (
  auspex: RunningAuspex,
  agent: { readonly key: string },
  question: string
): Promise<string> => {
  const answer = await file(auspex, agent, question)
  if (answer.status !== 201) throw new Error(`dispute answered ${answer.text}`)
  return answer.body.dispute.id
}

export const end = (auspex: RunningAuspex, id: string, body: object) =>
  asAdmin(auspex, "POST", `/api/admin/disputes/${id}/resolve`, { resolution_note: "Looked at again.", ...body })

export interface Standing {
  readonly points: number
  readonly streak_count: number
  readonly max_streak: number
  readonly resolved_count: number
  readonly correct_count: number
  readonly brier_sum: number
}

export const standingOf = async (auspex: RunningAuspex, agent: { readonly id: string }): Promise<Standing> =>
  (await query<Standing>(
    auspex,
    `select points, streak_count, max_streak, resolved_count, correct_count, round(brier_sum::numeric, 9)::float8 as brier_sum
    from accounts where id = $1::uuid`,
    [agent.id]
  ))[0]!

/** Agents that predicted on all questions, in this order, by default yes at 60. */
export const agentsOn = async (
  auspex: RunningAuspex,
  forecasts: ReadonlyArray<ReadonlyArray<object>>,
  questions: number
): Promise<{ readonly agents: ReadonlyArray<TestAgent>; readonly questions: ReadonlyArray<string> }> => {
  const ids: Array<string> = []
  for (let n = 0; n < questions; n++) ids.push(await openQuestion(auspex))
  const agents: Array<TestAgent> = []
  for (const ofAgent of forecasts) {
    const agent = await linkedAgent(auspex)
    agents.push(agent)
    for (const [at, extra] of ofAgent.entries()) {
      await predict(auspex, agent, ids[at]!, distinctPrediction({ confidence: 60, ...extra }))
    }
  }
  return { agents, questions: ids }
}
