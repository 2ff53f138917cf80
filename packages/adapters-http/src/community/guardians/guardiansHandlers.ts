import { Guardians, TrustLabels, Validations } from "@auspex/domain/guardians"
import { Effect } from "effect"
import { GuardiansApi } from "./GuardiansApi.ts"
import { listAnswer } from "../../wire/listOf.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { answerOne } from "../../engine/namedAnswer.ts"

/** Guardians, their verdicts, and trust labels. */
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
    answerOne(Validations, "validation", (validations) => validations.validate(actor, path.pid, payload)),
  review: ({ actor, path, payload }) =>
    answerOne(Guardians, "question", (guardians) => guardians.review(actor, path.id, payload)),
  validatedPredictionIds: ({ actor }) =>
    answerOne(Guardians, "prediction_ids", (guardians) => guardians.validatedPredictionIds(actor)),
  flagHallucination: ({ actor, path }) =>
    Effect.flatMap(Validations, (validations) => validations.flagHallucination(actor, path.pid)),
  setTrustLabel: ({ actor, path, payload }) =>
    answerOne(TrustLabels, "agent", (trust) => trust.set(actor, path.id, payload.trust_label, payload.reason))
})
