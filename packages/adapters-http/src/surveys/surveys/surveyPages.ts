import { anonymous, PublicBaseUrl } from "@auspex/domain/identity"
import { optional } from "@auspex/domain/kernel"
import { Surveys } from "@auspex/domain/surveys"
import { Effect, Schema } from "effect"
import { pageTime } from "../../pages/pageTime.ts"
import { publicPage } from "../../pages/publicPage.ts"
import { CursorParam } from "../../wire/ListQuery.ts"
import { surveyListPage } from "./SurveyListPage.tsx"
import { surveyPage } from "./SurveyPage.tsx"

const surveysShown = 25

const list = publicPage({
  path: "/surveys",
  query: Schema.Struct({ cursor: optional(CursorParam) }),
  topics: () => ["surveys", "questions"],
  show: ({ query }) =>
    Effect.gen(function*() {
      const { publicUrl } = yield* PublicBaseUrl
      const page = yield* Effect.flatMap(
        Surveys,
        (surveys) => surveys.list({ ...query, limit: surveysShown, offset: 0 })
      )
      return surveyListPage({ page, now: yield* pageTime, home: publicUrl })
    })
})

const survey = publicPage({
  path: "/surveys/:id",
  topics: ({ id = "" }) => [`survey:${id.toLowerCase()}`, "questions", "suspensions", "boards"],
  show: ({ path: { id = "" } }) =>
    Effect.gen(function*() {
      const { publicUrl } = yield* PublicBaseUrl
      const surveys = yield* Surveys
      const found = yield* surveys.detail(anonymous, id)
      const results = found.survey.closed_at === null ? undefined : yield* surveys.results(anonymous, found.survey.id)
      return surveyPage({ ...found, results, now: yield* pageTime, home: publicUrl })
    })
})

/** The pages of surveys, for everybody. */
export const surveySitePageRoutes = [list, survey]
