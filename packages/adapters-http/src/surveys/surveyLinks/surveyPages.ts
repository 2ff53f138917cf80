import { PublicBaseUrl } from "@auspex/domain/identity"
import type { Refusal, StorageUnavailable } from "@auspex/domain/kernel"
import { answerSpaceOf } from "@auspex/domain/panels"
import { choicesPerSurveyMax } from "@auspex/domain/projects"
import { type StoredAnswer, type SurveyForm, SurveyForms } from "@auspex/domain/surveyLinks"
import { Effect, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { perMinute } from "../../platform/accounts/AccountsApi.ts"
import { bodyBytesMax } from "../../wire/bodyBytesMax.ts"
import { statusOf } from "../../wire/ErrorCatalogue.ts"
import { formOf } from "../../engine/FormBody.ts"
import type { PlainRoute } from "../../engine/Route.ts"
import { contentPolicy, hashSource } from "../../engine/contentPolicy.ts"
import { requireOwnPage } from "../../engine/Session.ts"
import { type Page, pageAnswer, pageType, redirect } from "../../pages/pageAnswer.tsx"
import { answerName, formIdName, type FormQuestion, surveyFormPage, surveyNoticePage } from "./SurveyForm.tsx"
import { surveyFormStyles } from "./surveyFormStyles.ts"

const policy = contentPolicy({ "style-src": hashSource(surveyFormStyles), "form-action": "'self'" })

const answer = (status: number, content: string, headers: Readonly<Record<string, string>> = {}): Page =>
  pageAnswer(status, content, { "Content-Security-Policy": policy, "X-Robots-Tag": "noindex", ...headers })

/** The page after an accepted response. Survey tokens are longer than this name, so it hides no survey. */
const thanksPath = "/s/thanks"

const thanks = answer(
  200,
  surveyNoticePage("Thank you", "Your answers have been counted.", "You can close this page.")
)

const noticeText = ({ code, message }: Refusal): string => {
  switch (code) {
    case "SURVEY_LINK_NOT_FOUND":
      return surveyNoticePage(message, "Check that the address is complete, or ask the sender.")
    case "SURVEY_LINK_ENDED":
      return surveyNoticePage(message, "Thank you for wanting to take part.")
    case "RATE_LIMITED":
      return surveyNoticePage(
        "Please try again in a minute",
        "Many answers have just come from the address of your device. Go back in your browser, and send yours again."
      )
    default:
      return surveyNoticePage("Your answers were not counted", message, "Go back in your browser, and send them again.")
  }
}

/** A refusal as a page: there is no survey at the address, or it takes no answers, or not this one. */
const notice = (refusal: Refusal): Page => {
  const { retryAfterSeconds } = refusal
  return answer(
    statusOf(refusal.code),
    noticeText(refusal),
    retryAfterSeconds === undefined ? {} : { "Retry-After": String(Math.max(1, Math.ceil(retryAfterSeconds))) }
  )
}

const orNotice = <R>(work: Effect.Effect<Page, Refusal | StorageUnavailable, R>) =>
  Effect.catchTag(work, "Refusal", (refusal) => Effect.succeed(notice(refusal)))

const tokenIn = (path: unknown): string => (path as { readonly token: string }).token

/** How many fields a form may have: more than any survey asks for. */
const fieldsMax = 2 * choicesPerSurveyMax

/** The fields of a form; of one that is repeated, the first. */
type Fields = ReadonlyMap<string, string>

const fieldsOf = (form: URLSearchParams): Fields => {
  const fields = new Map<string, string>()
  for (const [name, value] of form) if (!fields.has(name)) fields.set(name, value)
  return fields
}

/** The choice in a row: the place of an option, null for none, and NaN for a value that no form sends. */
const choiceIn = (given: string | undefined): number | null =>
  given === undefined || given === "" ? null : /^\d{1,2}$/u.test(given) ? Number(given) : Number.NaN

/** The answers in a form, as far as the survey asks for them. */
const answersIn = (form: Fields) => (questions: ReadonlyArray<FormQuestion>): ReadonlyArray<StoredAnswer> =>
  questions.map((question): StoredAnswer => {
    const space = answerSpaceOf(question)
    const question_id = question.id
    return space === null
      ? { question_id, text: form.get(question_id) ?? "" }
      : { question_id, choices: space.rows.map((_, row) => choiceIn(form.get(answerName(question, row)))) }
  })

const freshForm = (form: SurveyForm): Page =>
  answer(200, surveyFormPage({ form, formId: randomUUID(), input: () => null, failures: [] }))

/** Surveys for visitors with a link. The pages work without JavaScript, and set no cookie. */
export const surveyPageRoutes: ReadonlyArray<PlainRoute<SurveyForms | PublicBaseUrl>> = [
  {
    method: "GET",
    path: thanksPath,
    policy: { access: "none", produces: [pageType] },
    handler: () => Effect.succeed(thanks)
  },
  {
    method: "GET",
    path: "/s/:token",
    policy: { access: "none", produces: [pageType] },
    handler: ({ path }) =>
      orNotice(Effect.map(Effect.flatMap(SurveyForms, ({ open }) => open(tokenIn(path))), freshForm))
  },
  {
    method: "POST",
    path: "/s/:token",
    bodyKind: "raw",
    policy: {
      access: "none",
      bodyBytesMax: bodyBytesMax.response,
      // More than for accounts: a class that answers together may share one address.
      exactRate: perMinute("survey-page", 60),
      produces: [pageType]
    },
    refusalPage: (refusal) => notice(refusal),
    handler: ({ client: { scheme }, headers, path, raw }) =>
      orNotice(Effect.gen(function*() {
        const { open, submit } = yield* SurveyForms
        yield* requireOwnPage({ headers, scheme, publicUrl: (yield* PublicBaseUrl).publicUrl })
        const form = fieldsOf(yield* formOf(raw.bodyBytes ?? new Uint8Array(0), fieldsMax))
        const given = form.get(formIdName) ?? ""
        return yield* Effect.as(submit(tokenIn(path), given, answersIn(form)), redirect(thanksPath)).pipe(
          Effect.catchTag("Refusal", (refusal) =>
            refusal.code !== "INVALID_REQUEST"
              ? Effect.fail(refusal)
              : Effect.map(open(tokenIn(path)), (survey) =>
                answer(
                  400,
                  surveyFormPage({
                    form: survey,
                    formId: Schema.is(Schema.UUID)(given) ? given : randomUUID(),
                    input: (name) => form.get(name) ?? null,
                    failures: refusal.failures
                  })
                )))
        )
      }))
  }
]
