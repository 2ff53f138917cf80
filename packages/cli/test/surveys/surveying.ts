import type { Answer, RunningAuspex } from "../harness.ts"
import { draftQuestion, fresh } from "../people.ts"

/** A question that is approved and not published. */
export const approvedQuestion = async (auspex: RunningAuspex): Promise<string> => {
  const id = await draftQuestion(auspex)
  await auspex.call("POST", `/api/admin/questions/${id}/approve`, { as: auspex.adminKey })
  return id
}

/** An administrator's request on surveys; `path` follows `/api/admin/surveys`. */
export const manage = (auspex: RunningAuspex, method: string, path: string, body?: unknown): Promise<Answer> =>
  auspex.call(method, `/api/admin/surveys${path}`, { as: auspex.adminKey, ...(body === undefined ? {} : { body }) })

/** Creates a draft with one approved question unless others are given; returns its record. */
// oxlint-disable-next-line no-explicit-any
export const draftSurvey = async (auspex: RunningAuspex, extra: object = {}): Promise<any> => {
  const question_ids = "question_ids" in extra ? extra.question_ids : [await approvedQuestion(auspex)]
  const answer = await manage(auspex, "POST", "", { title: `Survey ${fresh()}`, ...extra, question_ids })
  if (answer.status !== 201) throw new Error(`create survey answered ${answer.text}`)
  return answer.body.survey
}

/** The acts that lead a draft to each status. */
const wayTo = { draft: [], open: ["open"], closed: ["open", "close"], archived: ["open", "close", "archive"] } as const

/** Creates a survey in this status; returns its id. */
export const surveyIn = async (
  auspex: RunningAuspex,
  status: keyof typeof wayTo,
  extra: object = {}
): Promise<string> => {
  const { id } = await draftSurvey(auspex, extra)
  for (const act of wayTo[status]) {
    const answer = await manage(auspex, "POST", `/${id}/${act}`)
    if (answer.status !== 200) throw new Error(`${act} answered ${answer.text}`)
  }
  return id
}

/** The status and the code of an answer. */
export const coded = ({ body, status }: Answer): number | string =>
  body?.code === undefined ? status : `${status} ${body.code}`
