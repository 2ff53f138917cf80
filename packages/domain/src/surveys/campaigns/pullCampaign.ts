import { Effect } from "effect"
import type { AdminActor } from "../../platform/identity/Actor.ts"
import { foundOr, refuse } from "../../kernel/Refusal.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { draftOf } from "../../forecasting/questions/QuestionDraft.ts"
import type { QuestionRow } from "../../forecasting/questions/QuestionRow.ts"
import { weightDefault } from "../../forecasting/questions/Weight.ts"
import type { Survey } from "../surveys/Survey.ts"
import { articleFields } from "./applyArticle.ts"
import { campaignQuestionFields } from "./applyQuestion.ts"
import { surveyFields } from "./applySurvey.ts"
import {
  type Campaign,
  type CampaignArticle,
  campaignEntriesMax,
  type CampaignQuestion,
  type CampaignSurvey
} from "./Campaign.ts"
import type { CampaignServices } from "./CampaignServices.ts"
import type { AppliedEntry } from "./CampaignStore.ts"
import type { Fields } from "./FieldChange.ts"
import { matchingIds } from "./matchingIds.ts"

const page = { limit: campaignEntriesMax, offset: 0 }

/** Writes surveys, questions and the calendar as a campaign. */
export const pullCampaign = (
  services: CampaignServices,
  actor: AdminActor,
  wanted: ReadonlyArray<string>
): UseCaseEffect<Campaign> =>
  Effect.gen(function*() {
    const { questionStore, store, surveyStore } = services
    const entries = yield* store.entries
    const questions = new Map(entries.flatMap((entry) => entry.kind === "question" ? [[entry.id, entry]] : []))
    const surveys = entries.filter(({ kind }) => kind === "survey")
    const keys = new Set(surveys.map(({ key }) => key))
    const chosen = yield* chosenSurveys(services, wanted, surveys)
    const used = new Set<string>()
    const written: Array<CampaignSurvey> = []
    for (const survey of chosen) {
      const ids = yield* surveyStore.questionIds(survey.id)
      for (const id of ids) used.add(id)
      const known = surveys.find(({ id }) => id === survey.id)
      const key = known?.key ?? freeKey(survey.title, keys)
      keys.add(key)
      written.push({
        key,
        ...(known === undefined ? { id: survey.id } : {}),
        ...surveyInFile(survey),
        status: survey.status,
        questions: ids.map((id) => questions.get(id)?.key ?? id),
        ...(yield* panelOf(services, survey, known))
      })
    }
    const ofQuestions: Array<CampaignQuestion> = []
    for (const { id, key } of questions.values()) {
      if (wanted.length > 0 && !used.has(id)) continue
      const { row } = yield* foundOr(
        questionStore.detail(id),
        refuse("QUESTION_NOT_FOUND", `There is no question ${id}.`)
      )
      ofQuestions.push(questionInFile(key, row))
    }
    const articles = wanted.length > 0 ? [] : yield* calendarOf(services, actor)
    return {
      ...(ofQuestions.length === 0 ? {} : { questions: ofQuestions }),
      ...(written.length === 0 ? {} : { surveys: written }),
      ...(articles.length === 0 ? {} : { articles })
    }
  })

const chosenSurveys = (
  { surveyStore }: CampaignServices,
  wanted: ReadonlyArray<string>,
  known: ReadonlyArray<AppliedEntry>
): UseCaseEffect<ReadonlyArray<Survey>> =>
  wanted.length === 0
    ? Effect.map(surveyStore.list(["draft", "open", "closed"], page), ({ items }) => [...items].reverse())
    : Effect.forEach(wanted, (reference) =>
      foundOr(
        surveyStore.find(known.find(({ key }) => key === reference)?.id ?? reference),
        refuse("SURVEY_NOT_FOUND", `There is no survey "${reference.slice(0, 64)}".`, {
          measured: reference.slice(0, 64)
        })
      ))

/** The filter that chose the panel if it still selects the same agents, else the names of the agents. */
const panelOf = (
  { store, surveyStore }: CampaignServices,
  survey: Survey,
  known: AppliedEntry | undefined
): UseCaseEffect<Pick<CampaignSurvey, "agents">> =>
  Effect.gen(function*() {
    const panel = yield* store.panel(survey.id)
    if (known?.agents !== undefined) {
      const matching = new Set(yield* matchingIds(surveyStore, known.agents))
      if (panel.length === matching.size && panel.every(({ id }) => matching.has(id))) return { agents: known.agents }
    }
    return panel.length === 0 ? {} : { agents: panel.map(({ name }) => name) }
  })

const calendarOf = ({ articles }: CampaignServices, actor: AdminActor): UseCaseEffect<ReadonlyArray<CampaignArticle>> =>
  Effect.map(
    Effect.all([articles.list(actor, { status: "draft" }, page), articles.list(actor, { status: "review" }, page)]),
    (lists) =>
      lists.flatMap(({ items }) => items).filter(({ scheduled_at }) => scheduled_at !== undefined)
        .map((article) => {
          const { newsletter, scheduled_at } = articleFields(article)
          return {
            slug: article.slug,
            scheduled_at: scheduled_at as string | null,
            ...(newsletter === true ? { newsletter: true } : {})
          }
        })
        .sort((one, other) => String(one.scheduled_at).localeCompare(String(other.scheduled_at)))
  )

/** The fields of a survey as a file has them, without defaults. */
const surveyInFile = (survey: Survey): { readonly title: string } => {
  const { auto_close, ...fields } = present(surveyFields(survey))
  return { ...fields, ...(auto_close === true ? { auto_close } : {}) } as { readonly title: string }
}

/** A question as a file has it, without defaults. */
const questionInFile = (key: string, row: QuestionRow): CampaignQuestion => {
  const { question_type: _, weight, ...fields } = present(campaignQuestionFields(draftOf(row)))
  const status = row.status === "draft" || row.status === "approved" ? row.status : "published"
  return {
    key,
    status,
    ...fields,
    ...(weight === weightDefault ? {} : { weight })
  } as CampaignQuestion
}

/** The fields that are not empty. */
const present = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) =>
      value !== null && value !== "" && !(Array.isArray(value) && value.length === 0)
    )
  )

/** A key made of a title, with a number if the key is taken. */
const freeKey = (title: string, taken: ReadonlySet<string>): string => {
  const plain = title.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 56)
    .replace(/-$/, "")
  const base = plain === "" ? "survey" : plain
  for (let n = 1;; n++) {
    const key = n === 1 ? base : `${base}-${n}`
    if (!taken.has(key)) return key
  }
}
