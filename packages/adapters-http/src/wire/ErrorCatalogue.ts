import { accountErrors } from "@auspex/domain/accounts"
import { articleErrors } from "@auspex/domain/articles"
import { campaignErrors } from "@auspex/domain/campaigns"
import { commentErrors } from "@auspex/domain/comments"
import { disputeErrors } from "@auspex/domain/disputes"
import { guardianErrors } from "@auspex/domain/guardians"
import { identityErrors } from "@auspex/domain/identity"
import { inferenceErrors } from "@auspex/domain/inference"
import { issueErrors } from "@auspex/domain/issues"
import { dataFile, type ErrorCauses, type ErrorCode, kernelErrors } from "@auspex/domain/kernel"
import { personaErrors } from "@auspex/domain/personas"
import { forecastErrors } from "@auspex/domain/projectForecasts"
import { projectErrors } from "@auspex/domain/projects"
import { predictionErrors } from "@auspex/domain/predictions"
import { questionErrors } from "@auspex/domain/questions"
import { packetErrors } from "@auspex/domain/packetPublication"
import { panelRunErrors } from "@auspex/domain/panelRuns"
import { responseErrors } from "@auspex/domain/surveyLinks"
import { runtimeErrors } from "@auspex/domain/agentRuns"
import { scoringErrors } from "@auspex/domain/scoring"
import { surveyErrors } from "@auspex/domain/surveys"
import { webhookErrors } from "@auspex/domain/webhooks"
import { workspaceErrors } from "@auspex/domain/workspaces"
import { Schema } from "effect"
import { ErrorAnswer } from "./ErrorAnswer.ts"
import errorAnswers from "./errorAnswers.json" with { type: "json" }
import { httpErrors } from "./httpErrors.ts"

/**
 * One reason to refuse a request: its HTTP status, its cause, what to do about it, and an example. Served at
 * `GET /api/errors`, printed by `auspex explain CODE`, and part of the OpenAPI document.
 */
export interface ErrorEntry {
  readonly status: number
  readonly cause: string
  readonly fix: string
  readonly example: string
}

/** The entry of a code, with the code as an API writes it. */
export interface ErrorExplanation extends ErrorEntry {
  readonly code: string
}

/** The causes of all slices; a missing one is a compile error. */
const causes: ErrorCauses = {
  ...kernelErrors,
  ...identityErrors,
  ...questionErrors,
  ...issueErrors,
  ...webhookErrors,
  ...scoringErrors,
  ...accountErrors,
  ...disputeErrors,
  ...predictionErrors,
  ...commentErrors,
  ...guardianErrors,
  ...surveyErrors,
  ...personaErrors,
  ...inferenceErrors,
  ...runtimeErrors,
  ...panelRunErrors,
  ...forecastErrors,
  ...packetErrors,
  ...responseErrors,
  ...articleErrors,
  ...campaignErrors,
  ...workspaceErrors,
  ...projectErrors,
  ...httpErrors
}

const Answers = Schema.Record({
  key: Schema.Literal(...Object.keys(causes) as ReadonlyArray<ErrorCode>),
  value: ErrorAnswer
})

/** The answers in the order of the catalogue; a code without an answer is a compile error. */
const answers: Readonly<Record<ErrorCode, ErrorAnswer>> = dataFile(
  "errorAnswers.json",
  Answers,
  errorAnswers satisfies Record<ErrorCode, object>
)

/** Every code, in the order of the catalogue. */
export const errorCodes = Object.keys(answers) as ReadonlyArray<ErrorCode>

/** The codes that the core API answers with; those of projects, runs and responses belong to the research API alone. */
export const coreCodes: ReadonlyArray<ErrorCode> = errorCodes.filter((code) =>
  [projectErrors, panelRunErrors, forecastErrors, packetErrors, responseErrors].every((owned) => !(code in owned))
)

/** The HTTP status of `code`. */
export const statusOf = (code: ErrorCode): number => answers[code].status

const entryOf = (code: ErrorCode): ErrorEntry => {
  const { cause = causes[code], example, fix, status } = answers[code]
  return { status, cause, fix, example }
}

/** The catalogue, by code. */
export const errorCatalogue = Object.fromEntries(errorCodes.map((code) => [code, entryOf(code)])) as Readonly<
  Record<ErrorCode, ErrorEntry>
>

/** Every code that the core API writes, explained. */
export const coreExplanations: ReadonlyArray<ErrorExplanation> = coreCodes.map((code) => ({
  code,
  ...errorCatalogue[code]
}))
