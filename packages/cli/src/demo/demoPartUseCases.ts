import { TokenCounterGptLive } from "@auspex/adapters-bridge/tokens"
import { pageReaderNode } from "@auspex/adapters-http/reading"
import { Comments, noProfanityFilter, ProfanityFilter } from "@auspex/domain/comments"
import { DisputeAdministration, Disputes } from "@auspex/domain/disputes"
import { ResolutionNotices } from "@auspex/domain/feed"
import { Guardians, TrustLabels, Validations } from "@auspex/domain/guardians"
import { packetPublication } from "@auspex/domain/packetPublication"
import { PanelRuns, ProjectRuns } from "@auspex/domain/panelRuns"
import { Personas } from "@auspex/domain/personas"
import { Projects, SourceIntake } from "@auspex/domain/projects"
import { QuestionChildren, Questions } from "@auspex/domain/questions"
import { Retrieval } from "@auspex/domain/retrieval"
import { Resolutions } from "@auspex/domain/scoring"
import { Follows, Notifications } from "@auspex/domain/social"
import { SurveyForms, SurveyLinks } from "@auspex/domain/surveyLinks"
import { SurveyAdministration } from "@auspex/domain/surveys"
import { OwnedWebhooks } from "@auspex/domain/webhooks"
import { Workspaces } from "@auspex/domain/workspaces"
import { Layer } from "effect"
import { rememberedEvidence } from "./RememberedEvidence.ts"
import { scriptedPanel } from "./ScriptedPanel.ts"
import { shippedPages } from "./ShippedPages.ts"

/** Research on the pages that ship with the demo, by a panel that follows a script. */
const research = Layer.mergeAll(
  ProjectRuns.layer,
  SourceIntake.layer,
  SurveyForms.layer,
  SurveyLinks.layer,
  Workspaces.layer
).pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      Projects.layer,
      PanelRuns.layer.pipe(Layer.provide(Layer.merge(packetPublication, scriptedPanel)))
    )
  ),
  Layer.provide(Layer.merge(rememberedEvidence, pageReaderNode({ pauseMillis: 0 }))),
  Layer.provide(Retrieval.layer)
)

/** The use cases that the parts of the demo use; the caller provides stores and secrets. */
export const demoPartUseCases = Layer.mergeAll(
  Comments.layer,
  DisputeAdministration.layer.pipe(Layer.provide(Resolutions.layer.pipe(Layer.provide(QuestionChildren.layer)))),
  Disputes.layer,
  Follows.layer,
  Guardians.layer,
  OwnedWebhooks.layer,
  Personas.layer.pipe(Layer.provide(TokenCounterGptLive)),
  Questions.layer,
  research,
  ResolutionNotices.layer,
  SurveyAdministration.layer,
  Validations.layer.pipe(Layer.provide(TrustLabels.layer))
).pipe(
  Layer.provide(Notifications.layer),
  Layer.provide(shippedPages),
  // All texts of the demo are ours, so they need no filter.
  Layer.provide(Layer.succeed(ProfanityFilter, noProfanityFilter))
)
