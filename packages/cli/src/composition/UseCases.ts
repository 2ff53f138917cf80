import { Accounts, AdminKeys, OutgoingMail } from "@auspex/domain/accounts"
import { Leaderboards } from "@auspex/domain/boards"
import { ConsensusHistory, ConsensusReads } from "@auspex/domain/consensus"
import { History } from "@auspex/domain/history"
import { Highlights } from "@auspex/domain/insight"
import { Predictions } from "@auspex/domain/predictions"
import { QuestionAdministration, QuestionChildren, QuestionClock, Questions } from "@auspex/domain/questions"
import { PointsDecay, Resolutions } from "@auspex/domain/scoring"
import { Layer } from "effect"

/** What the platform does, on whatever implements its ports. */
export const useCases = Layer.mergeAll(
  Accounts.layer,
  AdminKeys.layer,
  ConsensusHistory.layer,
  ConsensusReads.layer,
  Highlights.layer,
  History.layer,
  Leaderboards.layer,
  PointsDecay.layer,
  Predictions.layer,
  QuestionAdministration.layer,
  QuestionClock.layer,
  Questions.layer,
  Resolutions.layer
).pipe(Layer.provideMerge(Layer.mergeAll(OutgoingMail.layer, QuestionChildren.layer)))
