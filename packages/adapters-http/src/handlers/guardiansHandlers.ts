import { Guardians, TrustLabels, Validations } from "@auspex/domain/guardians"
import { Effect } from "effect"
import { GuardiansApi } from "../contract/GuardiansApi.ts"
import { listAnswer } from "../contract/listOf.ts"
import { handlersFor } from "../engine/handlersFor.ts"

/** Guardians, what they say, and trust labels. */
export const guardiansHandlers = handlersFor(GuardiansApi, {
  apply: ({ actor }) => Effect.flatMap(Guardians, (guardians) => guardians.apply(actor)),
  queue: ({ actor, query }) =>
    Effect.flatMap(
      Guardians,
      (guardians) =>
        Effect.map(guardians.queue(actor, query), ({ predictions, questions }) => ({
          ...listAnswer("predictions", predictions),
          questions
        }))
    ),
  validate: ({ actor, path, payload }) =>
    Effect.flatMap(
      Validations,
      (validations) => Effect.map(validations.validate(actor, path.pid, payload), (validation) => ({ validation }))
    ),
  review: ({ actor, path, payload }) =>
    Effect.flatMap(
      Guardians,
      (guardians) => Effect.map(guardians.review(actor, path.id, payload), (question) => ({ question }))
    ),
  validatedPredictionIds: ({ actor }) =>
    Effect.flatMap(
      Guardians,
      (guardians) => Effect.map(guardians.validatedPredictionIds(actor), (prediction_ids) => ({ prediction_ids }))
    ),
  flagHallucination: ({ actor, path }) =>
    Effect.flatMap(Validations, (validations) => validations.flagHallucination(actor, path.pid)),
  setTrustLabel: ({ actor, path, payload }) =>
    Effect.flatMap(
      TrustLabels,
      (trust) => Effect.map(trust.set(actor, path.id, payload.trust_label, payload.reason), (agent) => ({ agent }))
    )
})
