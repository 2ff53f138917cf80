import { Accounts } from "@auspex/domain/accounts"
import { ConsensusHistory } from "@auspex/domain/history"
import { TrustLabels } from "@auspex/domain/guardians"
import { Predictions } from "@auspex/domain/predictions"
import { QuestionAdministration, QuestionChildren, QuestionClock } from "@auspex/domain/questions"
import { PointsDecay, Resolutions } from "@auspex/domain/scoring"
import { Notifications } from "@auspex/domain/social"
import { Layer } from "effect"
import { CapturedMail } from "../outside/CapturedMail.ts"

/**
 * The use cases that a season goes through. Mails are captured immediately, so that a whole season fits into one unit
 * of work. The caller provides stores, secrets, hashes and `CapturedMail`.
 */
export const seasonUseCases = Layer.mergeAll(
  Accounts.layer,
  ConsensusHistory.layer,
  PointsDecay.layer,
  Predictions.layer,
  QuestionAdministration.layer,
  QuestionClock.layer,
  Resolutions.layer
).pipe(Layer.provideMerge(Layer.mergeAll(
  CapturedMail.immediate,
  Notifications.layer,
  QuestionChildren.layer,
  TrustLabels.layer.pipe(Layer.provide(Notifications.layer))
)))
