import { randomUUID } from "node:crypto"
import type { Answer, RunningAuspex } from "../harness.ts"
import type { ResearchMember } from "../projects/researchMember.ts"

/** A question of each kind, besides the words of `newSurvey`. */
export const questionsOfAllKinds = [
  { text: "Would you pay one euro a month for statements on paper?", kind: "binary" },
  {
    text: "Which bank do you use most often?",
    kind: "multi",
    kind_options: { options: ["Savings bank", "Cooperative bank", "A bank without branches"] }
  },
  {
    text: "How far do you agree that banks are easy to reach?",
    kind: "likert",
    kind_options: { scale: 7, statement: "My bank is easy to reach." }
  },
  { text: "How good is the service of your bank?", kind: "star_rating", kind_options: { max: 5 } },
  {
    text: "How often do you use each of these ways to reach your bank?",
    kind: "matrix",
    kind_options: { rows: ["Branch", "Telephone", "App"], columns: ["Never", "Sometimes", "Often"] }
  }
]

/** A survey of one question in words, and of `questions`. Returns its id and those of its questions in order. */
export const newSurvey = async (
  member: ResearchMember,
  questions: ReadonlyArray<object> = [],
  title = "Banking habits"
): Promise<{ readonly id: string; readonly questions: ReadonlyArray<string> }> => {
  const made = await member.call("POST", "/api/projects/survey", {
    title,
    questions: ["What would you like your bank to change?"]
  })
  const ids: Array<string> = [made.body.questions[0].id]
  for (const question of questions) ids.push(await member.ask(made.body.id, question))
  return { id: made.body.id, questions: ids }
}

/** A new link of a survey: its id and its token. */
export const newLink = async (
  member: ResearchMember,
  survey: string,
  fields: object = {}
): Promise<{ readonly id: string; readonly token: string }> => {
  const { body } = await member.call("POST", `/api/projects/${survey}/links`, { name: "Staff", ...fields })
  return { id: body.link.id, token: body.token }
}

/** Sends the form of a link; a fresh form unless `form` is given. */
export const send = (
  auspex: Pick<RunningAuspex, "call">,
  token: string,
  fields: Readonly<Record<string, string>>,
  form: string = randomUUID()
): Promise<Answer> =>
  auspex.call("POST", `/s/${token}`, {
    body: new URLSearchParams({ form, ...fields }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" }
  })
