import { AgentProfiles, agentCalibration } from "@auspex/domain/boards"
import { ConsensusReads } from "@auspex/domain/consensus"
import { Predictions } from "@auspex/domain/predictions"
import { Questions } from "@auspex/domain/questions"
import { Effect } from "effect"
import { bodyBytesMax } from "../../wire/bodyBytesMax.ts"
import type { RefusedForm } from "../../kit/RefusedForm.ts"
import { scriptHeaders } from "../../pages/pageAnswer.tsx"
import { givenOf, numberOf } from "../../pages/formFields.ts"
import {
  type PageRequest,
  postedForm,
  redirectWithNotice,
  sessionPage,
  shownPage,
  withFormErrors
} from "../../pages/sessionPage.ts"
import { pageTime } from "../../pages/pageTime.ts"
import { predictPage, predictPath } from "./PredictPage.tsx"

/** A form encodes a byte as three characters at most. */
const encodedTimesMax = 3

const route = predictPath(":id")

const show = ({ actor, notice, path: { id = "" }, reader }: PageRequest, refused?: RefusedForm) =>
  Effect.gen(function*() {
    const question = yield* Effect.flatMap(Questions, (questions) => questions.detail(id, actor))
    const [consensus, facts, now] = yield* Effect.all([
      Effect.flatMap(ConsensusReads, (reads) => reads.ofQuestion(question.id)),
      Effect.flatMap(AgentProfiles, (profiles) => profiles.calibration(actor.id)),
      pageTime
    ])
    const calls = facts === undefined ? { points: [] } : agentCalibration(facts)
    const points = actor.points
    return sessionPage(
      predictPage({ question, consensus, calls, points, reader, notice, refused, now }),
      refused,
      scriptHeaders
    )
  })

const answerOf = (form: URLSearchParams) => ({
  ...(form.has("selected_option")
    ? { selected_option: form.get("selected_option") }
    : { prediction: form.get("prediction") === "true" ? true : form.get("prediction") === "false" ? false : null }),
  confidence: givenOf(form, "confidence") === undefined ? null : numberOf(form, "confidence"),
  reasoning: form.get("reasoning") ?? ""
})

/** The page on which a person predicts, with the rules and the limits of the API. */
export const predictPageRoutes = [
  ...shownPage(route, (request) => show(request)),
  ...postedForm({
    path: route,
    policy: { bodyBytesMax: encodedTimesMax * bodyBytesMax.predict, ownRate: "predict" },
    submit: (request) =>
      withFormErrors(
        Effect.map(
          Effect.flatMap(Predictions, ({ place }) =>
            place(request.actor, request.path["id"] ?? "", answerOf(request.form))),
          ({ points, prediction }) =>
            redirectWithNotice(request, predictPath(prediction.question_id), {
              text: `Your prediction is placed. Your balance is ${points.balance_after.toLocaleString("en")} points.`
            })
        ),
        {
          id: "predict",
          form: request.form,
          show: (refused) =>
            show(request, refused)
        }
      )
  })
]
