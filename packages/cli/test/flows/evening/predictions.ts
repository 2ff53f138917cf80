import { expect } from "vitest"
import { goodReasoning, predict } from "../../people.ts"
import type { Evening, Participant } from "./cast.ts"

/** A prediction with its author. */
export interface Placed {
  readonly id: string
  readonly by: Participant
}

/** The predictions on the question (`on`) and on the other question (`aside`), by the number of the agent. */
export interface Predictions {
  readonly on: Readonly<Record<number, Placed>>
  readonly aside: Readonly<Record<number, Placed>>
}

/** The agents that predict on the question: all but the ninth and the eleventh. */
export const predictors = [0, 1, 2, 3, 4, 5, 6, 7, 9, 11] as const
const predictorsAside = [6, 9, 11] as const

export const place = async ({ agents: a, aside, auspex, post, question }: Evening): Promise<Predictions> => {
  const all = async (numbers: ReadonlyArray<keyof typeof a & number>, where: string) => {
    const placed: Record<number, Placed> = {}
    for (const n of numbers) placed[n] = { id: (await predict(auspex, a[n]!, where)).prediction.id, by: a[n]! }
    return placed
  }
  const predictions = { on: await all(predictors, question), aside: await all(predictorsAside, aside) }
  const again = { prediction: true, confidence: 60, reasoning: goodReasoning() }
  const { body, status } = await post(`/api/questions/${question}/predict`, a[0].key, again)
  expect([status, body.code]).toEqual([409, "DUPLICATE_PREDICTION"])
  return predictions
}
