import { dataFile, type DatabaseClock } from "@auspex/domain/kernel"
import { Projects } from "@auspex/domain/projects"
import { SurveyForms, SurveyLinks } from "@auspex/domain/surveyLinks"
import { Workspaces } from "@auspex/domain/workspaces"
import { randomOf, type SeasonAct } from "@auspex/testkit/season"
import { Effect, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { demoOwner } from "./DemoAccounts.ts"
import heatingSurvey from "./heatingSurvey.json" with { type: "json" }
import type { SeasonPart } from "./SeasonPart.ts"

const msPerHour = 3_600_000
const answersWanted = 24

const Text = Schema.NonEmptyTrimmedString
const HeatingSurvey = Schema.Struct({
  title: Text,
  words: Text,
  answers: Schema.NonEmptyArray(Text),
  questions: Schema.Array(Schema.Struct({
    text: Text,
    kind: Schema.Literal("binary", "multi", "likert"),
    kind_options: Schema.optionalWith(
      Schema.Struct({
        options: Schema.optionalWith(Schema.Array(Text), { exact: true }),
        scale: Schema.optionalWith(Schema.Literal(5), { exact: true }),
        statement: Schema.optionalWith(Text, { exact: true })
      }),
      { exact: true }
    )
  })),
  /** Of each question, how often each option is chosen. */
  shares: Schema.Array(Schema.Array(Schema.Number))
})
const survey = dataFile("heatingSurvey.json", HeatingSurvey, heatingSurvey)

type Requirements = DatabaseClock | Projects | SurveyForms | SurveyLinks | Workspaces

/** The option at which the sum of the shares passes a number from 0 to 1. */
const chosen = (shares: ReadonlyArray<number>, at: number): number => {
  let sum = 0
  const found = shares.findIndex((share) => (sum += share) > at)
  return found === -1 ? shares.length - 1 : found
}

/** The owner asks people by a link, which is closed after two dozen answers, and then others by a link that is open. */
export const askingPeople: SeasonPart<Requirements> = (season) => {
  type Act = SeasonAct<Requirements>
  let made: { readonly workspace: string; readonly project: string; readonly link: string; readonly token: string }
  const act = (hoursBefore: number, perform: Extract<Act, { readonly kind: "part" }>["perform"]): Act => ({
    at: Math.floor(season.length - hoursBefore * msPerHour),
    kind: "part",
    part: "answers",
    account: demoOwner,
    question: "",
    perform
  })
  const answering = (place: number): Act => {
    const random = randomOf("answer", season.seed, place)
    return act(29 - random.fraction() * 20, () =>
      Effect.gen(function*() {
        const forms = yield* SurveyForms
        yield* forms.submit(made.token, randomUUID(), ([words, ...others]) => [
          ...(random.chance(0.4) ? [{ question_id: words!.id, text: random.pick(survey.answers) }] : []),
          ...others.map(({ id }, index) => ({
            question_id: id,
            choices: [chosen(survey.shares[index]!, random.fraction())]
          }))
        ])
      }))
  }
  return [
    act(30, (context) =>
      Effect.gen(function*() {
        const projects = yield* Projects
        const workspaces = yield* Workspaces
        const owner = yield* context.actorOf(demoOwner)
        const { id: workspace } = yield* workspaces.create(owner, { name: "Vestrand works" })
        const { actor } = yield* workspaces.enter(owner, workspace)
        const { id } = yield* projects.createSurvey(actor, { title: survey.title, questions: [survey.words] })
        for (const question of survey.questions) yield* projects.ask(actor, id, question)
        const { link, token } = yield* (yield* SurveyLinks).create(actor, id, { name: "Tenants" })
        made = { workspace, project: id, link: link.id, token }
      })),
    ...Array.from({ length: answersWanted }, (_, place) => answering(place)),
    act(8, (context) =>
      Effect.gen(function*() {
        const links = yield* SurveyLinks
        const owner = yield* context.actorOf(demoOwner)
        const { actor } = yield* (yield* Workspaces).enter(owner, made.workspace)
        yield* links.close(actor, made.project, made.link)
        yield* links.create(actor, made.project, { name: "House owners" })
      }))
  ]
}
