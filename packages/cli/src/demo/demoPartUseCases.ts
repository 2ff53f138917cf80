import { TokenCounterGptLive } from "@auspex/adapters-bridge/tokens"
import { Comments, noProfanityFilter, ProfanityFilter } from "@auspex/domain/comments"
import { DisputeAdministration, Disputes } from "@auspex/domain/disputes"
import { Guardians, TrustLabels, Validations } from "@auspex/domain/guardians"
import { Personas } from "@auspex/domain/personas"
import { Resolutions } from "@auspex/domain/scoring"
import { QuestionChildren } from "@auspex/domain/questions"
import { Notifications } from "@auspex/domain/social"
import { SurveyAdministration } from "@auspex/domain/surveys"
import { Layer } from "effect"

/** The use cases that the parts of the demo use; the caller provides stores and secrets. */
export const demoPartUseCases = Layer.mergeAll(
  Comments.layer,
  DisputeAdministration.layer.pipe(Layer.provide(Resolutions.layer.pipe(Layer.provide(QuestionChildren.layer)))),
  Disputes.layer,
  Guardians.layer,
  Personas.layer.pipe(Layer.provide(TokenCounterGptLive)),
  SurveyAdministration.layer,
  Validations.layer.pipe(Layer.provide(TrustLabels.layer))
).pipe(
  Layer.provide(Notifications.layer),
  // All texts of the demo are ours, so they need no filter.
  Layer.provide(Layer.succeed(ProfanityFilter, noProfanityFilter))
)
