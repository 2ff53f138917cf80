import { Debates } from "@auspex/domain/comments"
import { ConsensusReads, pooledHistory } from "@auspex/domain/consensus"
import { anonymous, PublicBaseUrl } from "@auspex/domain/identity"
import { PredictionLists } from "@auspex/domain/predictions"
import { Questions } from "@auspex/domain/questions"
import { Effect, Schema } from "effect"
import { pageTime } from "../../pages/pageTime.ts"
import { publicPage } from "../../pages/publicPage.ts"
import { questionListPage } from "./QuestionListPage.tsx"
import { questionPage } from "./QuestionPage.tsx"
import { PublicQuestionListQuery } from "./questionParts.ts"

const predictionsShown = 20
const threadsShown = 10

const question = publicPage({
  path: "/questions/:id",
  query: Schema.Struct({ sort: Schema.optional(Schema.Literal("votes", "newest")) }),
  topics: ({ id = "" }) => [`question:${id.toLowerCase()}`, `comments:${id.toLowerCase()}`, "suspensions"],
  show: ({ path: { id = "" }, query: { sort = "votes" } }) =>
    Effect.gen(function*() {
      const { publicUrl } = yield* PublicBaseUrl
      const found = yield* Effect.flatMap(Questions, (questions) => questions.detail(id, anonymous))
      const reads = yield* ConsensusReads
      const lists = yield* PredictionLists
      const debates = yield* Debates
      const [consensus, voices, predictions, debate] = yield* Effect.all([
        reads.ofQuestion(found.id),
        found.question_type === "binary" ? reads.voices(found.id) : Effect.succeed([]),
        lists.ofQuestion(found.id, { limit: predictionsShown, offset: 0, sort }, undefined),
        debates.ofQuestion(found.id, { limit: threadsShown, offset: 0 })
      ], { concurrency: "unbounded" })
      return questionPage({
        question: found,
        consensus,
        history: pooledHistory(voices),
        predictions,
        sort,
        debate: debate.items,
        now: yield* pageTime,
        home: publicUrl
      })
    })
})

const pageLength = 25

const { as_of: _, predicted: __, limit: ___, offset: ____, ...filters } = PublicQuestionListQuery.fields

const questions = publicPage({
  path: "/questions",
  query: Schema.Struct(filters),
  topics: () => ["questions"],
  show: ({ query }) =>
    Effect.gen(function*() {
      const { publicUrl } = yield* PublicBaseUrl
      const { list } = yield* Questions
      const request = { status: "open", sort: "closing", ...query } as const
      const page = yield* list(anonymous, { ...request, limit: pageLength, offset: 0 })
      return questionListPage({ request, page, now: yield* pageTime, home: publicUrl })
    })
})

/** The pages of questions, for everybody. */
export const questionPageRoutes = [questions, question]
