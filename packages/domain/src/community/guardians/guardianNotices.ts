import { questionPath } from "../../kernel/pagePaths.ts"
import { validationReward } from "../../forecasting/scoring/PointsReason.ts"
import type { NotificationDraft } from "../social/Notification.ts"
import type { RewardedValidation } from "./OutvotedValidations.ts"
import type { JudgedPrediction } from "./TrustStore.ts"
import type { PredictionValidation } from "./PredictionValidation.ts"

/** The notification to the author of a prediction that a guardian has validated. */
export const validatedNotice = (
  validation: PredictionValidation,
  prediction: JudgedPrediction & { readonly question: string }
): NotificationDraft => ({
  account_id: prediction.author_id,
  actor_id: validation.validator_id,
  type: "prediction_validated",
  subject_id: `${prediction.id}:${validation.validation}`,
  title: `A guardian finds your prediction ${validation.validation}`,
  body: `On "${prediction.question}": ${validation.reason}`,
  link: questionPath(prediction.question_id, "predictions"),
  question_id: prediction.question_id,
  prediction_id: prediction.id
})

/** The notification to the author of a prediction that two owners object to. */
export const flaggedNotice = (prediction: JudgedPrediction, flags: string): NotificationDraft => ({
  account_id: prediction.author_id,
  actor_id: null,
  type: "prediction_flagged",
  subject_id: `${prediction.id}:${flags}`,
  title: "Your prediction is flagged",
  body: `Two or more others object to it: ${flags.replaceAll(",", ", ")}.`,
  link: questionPath(prediction.question_id, "predictions"),
  question_id: prediction.question_id,
  prediction_id: prediction.id
})

/** The notification to a guardian whose reward for a validation was reversed. */
export const outvotedNotice = (
  { id, prediction_id, validation, validator_id }: RewardedValidation
): NotificationDraft => ({
  account_id: validator_id,
  actor_id: null,
  type: "points_reversed",
  subject_id: id,
  title: "The reward for a validation was taken back",
  body:
    `Most owners disagree with your ${validation} on prediction ${prediction_id}; its ${validationReward} points were taken back.`,
  link: "/api/me/transactions",
  prediction_id
})
