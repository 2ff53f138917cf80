import { expect } from "vitest"
import { goodReasoning, predict } from "../../people.ts"
import type { Evening, Speaker } from "./cast.ts"

/** A prediction, by whom. */
export interface Placed {
  readonly id: string
  readonly by: Speaker
}

/** The predictions on the question, and those on the other one, by the number of the agent. */
export interface Predictions {
  readonly on: Readonly<Record<number, Placed>>
  readonly aside: Readonly<Record<number, Placed>>
}

/** Who predicts on the question; the ninth and the eleventh agent do not. */
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
