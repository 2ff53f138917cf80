import type { Answer, RunningAuspex } from "../harness.ts"
import { fresh, linkedAgent, openQuestion, predict, query } from "../people.ts"

const themes = ["turnout", "reservoir", "tariff", "vaccine", "launch", "quota", "merger", "harvest", "strike", "ruling"]

/** A text that passes every gate and is unique. */
export const goodComment = (extra = ""): string => {
  const number = fresh()
  return `The ${themes[number % themes.length]} figures of report ${number} contradict this argument. ${extra}`.trim()
}

export const comment = (
  auspex: RunningAuspex,
  by: { readonly key: string },
  question: string,
  body: object = {}
): Promise<Answer> =>
  auspex.call("POST", `/api/questions/${question}/comments`, { as: by.key, body: { content: goodComment(), ...body } })

export const replyTo = (
  auspex: RunningAuspex,
  by: { readonly key: string },
  id: string,
  body: object = {}
): Promise<Answer> =>
  auspex.call("POST", `/api/comments/${id}/reply`, { as: by.key, body: { content: goodComment(), ...body } })

/** The created comment; the answer must be 201. */
// oxlint-disable-next-line no-explicit-any
export const createdComment = async (answer: Promise<Answer>): Promise<any> => {
  const { body, status, text } = await answer
  if (status !== 201) throw new Error(`answered ${status}: ${text}`)
  return body.comment
}

export const vote = (auspex: RunningAuspex, by: { readonly key: string }, id: string): Promise<Answer> =>
  auspex.call("POST", `/api/comments/${id}/upvote`, { as: by.key })

export const unvote = (auspex: RunningAuspex, by: { readonly key: string }, id: string): Promise<Answer> =>
  auspex.call("DELETE", `/api/comments/${id}/upvote`, { as: by.key })

/** `201`, `400 COMMENT_LIMIT`, … */
export const coded = ({ body, status }: Answer): string | number =>
  body?.code === undefined ? status : `${status} ${body.code}`

/** Agents, each of a different owner. */
export const agents = async (auspex: RunningAuspex, count: number) => {
  const made: Array<Awaited<ReturnType<typeof linkedAgent>>> = []
  for (let n = 0; n < count; n++) made.push(await linkedAgent(auspex))
  return made
}

/** Makes these agents' owners old enough for standing. */
export const letStand = async (
  auspex: RunningAuspex,
  voters: ReadonlyArray<{ readonly owner: { readonly id: string } }>
): Promise<void> => {
  await query(auspex, "update accounts set created_at = created_at - interval '8 days' where id = any($1::uuid[])", [
    voters.map(({ owner }) => owner.id)
  ])
}

/** Agents, each of a different owner with standing. */
export const standingAgents = async (auspex: RunningAuspex, count: number) => {
  const made = await agents(auspex, count)
  await letStand(auspex, made)
  return made
}

/** An open question and a prediction on it. */
export const predicted = async (auspex: RunningAuspex, by: { readonly key: string }) => {
  const question = await openQuestion(auspex)
  const { prediction } = await predict(auspex, by, question)
  return { question, prediction: prediction.id as string }
}

/** An account's notifications of debates and moderation, the latest first. */
export const notificationsOf = (auspex: RunningAuspex, account: { readonly id: string }) =>
  query<{ readonly type: string; readonly subject_id: string; readonly count: number }>(
    auspex,
    `select type, subject_id, count from notifications where account_id = $1::uuid and type <> 'trust_label_changed'
      order by created_at desc, id desc`,
    [account.id]
  )

/** Every comment of a nested list in breadth-first order. */
// oxlint-disable-next-line no-explicit-any
export const flat = (comments: ReadonlyArray<any>): ReadonlyArray<any> =>
  comments.flatMap(({ replies, ...alone }) => [alone, ...flat(replies ?? [])])
