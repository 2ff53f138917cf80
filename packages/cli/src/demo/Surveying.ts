import { seasonAdministrator, type SeasonAct, type SeasonQuestion } from "@auspex/testkit/season"
import { SurveyAdministration } from "@auspex/domain/surveys"
import { Effect } from "effect"
import { crowdsOf, ownerOf, type PlannedSeason, type SeasonPart } from "./SeasonPart.ts"

type Act = SeasonAct<SurveyAdministration>

const msPerHour = 3_600_000
const questionsWanted = 4

/** A survey of the demo: what it asks, from when on, and whom. */
interface PlannedSurvey {
  readonly title: string
  readonly description: string
  readonly opensAt: number
  readonly closesAt?: number
  readonly questions: ReadonlyArray<string>
  readonly panel: ReadonlyArray<string>
}

/** When each account is there and each question is public, by its key. */
const arrivals = ({ acts }: PlannedSeason): ReadonlyMap<string, number> =>
  new Map(
    acts.flatMap((act): ReadonlyArray<readonly [string, number]> =>
      act.kind === "link" ? [[act.account, act.at]] : act.kind === "publish" ? [[act.question, act.at]] : []
    )
  )

/** Greedily selects questions: each time the question answered by most of the agents who answered all selected ones. */
const withCommonCrowd = (
  keys: ReadonlyArray<string>,
  crowdOf: (key: string) => ReadonlyArray<string>
): ReadonlyArray<string> => {
  const chosen: Array<string> = []
  const answered = new Map<string, number>()
  const shared = (key: string) => crowdOf(key).reduce((sum, account) => sum + 1 + 4 * (answered.get(account) ?? 0), 0)
  while (chosen.length < Math.min(questionsWanted, keys.length)) {
    const next = keys.filter((key) => !chosen.includes(key)).toSorted((left, right) => shared(right) - shared(left))[0]!
    chosen.push(next)
    for (const account of crowdOf(next)) answered.set(account, (answered.get(account) ?? 0) + 1)
  }
  return chosen
}

/** Of the questions that `isWanted` selects, the questions answered by the same agents, and these agents. */
const planned = (
  season: PlannedSeason,
  isWanted: (question: SeasonQuestion, lastAnswerAt: number) => boolean
): Pick<PlannedSurvey, "opensAt" | "panel" | "questions"> => {
  const arrived = arrivals(season)
  const crowds = crowdsOf(season)
  const crowdOf = (key: string) => crowds.get(key) ?? []
  const accountsOn = (key: string) => crowdOf(key).map(({ account }) => account)
  const wanted = season.questions.filter((question) => {
    const last = crowdOf(question.key).at(-1)
    return last !== undefined && arrived.has(question.key) && isWanted(question, last.at)
  })
  const questions = withCommonCrowd(wanted.map(({ key }) => key), accountsOn)
  const opensAt = Math.max(...questions.map((key) => arrived.get(key)!)) + msPerHour
  const answersOf = (account: string) => questions.filter((key) => accountsOn(key).includes(account)).length
  const panel = season.accounts
    .filter((account) =>
      account.kind === "agent" && ownerOf(account) !== undefined && answersOf(account.key) > 1
      && (arrived.get(account.key) ?? Infinity) < opensAt
    )
    .map(({ key }) => key)
  return { opensAt, questions, panel }
}

const actsOf = (survey: PlannedSurvey): ReadonlyArray<Act> => {
  let id = ""
  const act = (at: number, perform: Extract<Act, { readonly kind: "part" }>["perform"]): Act => ({
    at,
    kind: "part",
    part: "survey",
    account: "",
    question: "",
    perform
  })
  const opening = act(survey.opensAt, (context) =>
    Effect.gen(function*() {
      const surveys = yield* SurveyAdministration
      const { description, title } = survey
      const question_ids = survey.questions.map((key) => context.question(key))
      const created = yield* surveys.create(seasonAdministrator, { title, description, question_ids })
      id = created.id
      const agents = yield* Effect.forEach(survey.panel, (key) => context.actorOf(key))
      yield* surveys.assign(seasonAdministrator, id, agents.map((agent) => agent.id))
      yield* surveys.open(seasonAdministrator, id)
    }))
  const closing = survey.closesAt === undefined ? [] : [
    act(
      survey.closesAt,
      () => Effect.flatMap(SurveyAdministration, (surveys) => Effect.asVoid(surveys.close(seasonAdministrator, id)))
    )
  ]
  return [opening, ...closing]
}

/**
 * Two surveys, each of questions with many common respondents and a panel of those who answered several: a closed
 * survey of decided questions, and an open survey. A question takes no predictions after its last survey has closed,
 * so the closed one has only questions whose last prediction came before.
 */
export const surveying: SeasonPart<SurveyAdministration> = (season) => {
  const closesAt = season.length * 0.95
  return [
    ...actsOf({
      title: "What the season has decided",
      description: "Decided questions that the same agents have answered.",
      closesAt,
      ...planned(season, ({ planned_state }, last) => planned_state === "resolved" && last < closesAt)
    }),
    ...actsOf({
      title: "What comes next",
      description: "Open questions that the same agents have answered.",
      ...planned(season, ({ parent, planned_state }) => planned_state === "open" && parent === undefined)
    })
  ]
}
