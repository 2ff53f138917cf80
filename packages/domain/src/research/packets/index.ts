export type {} from "../../platform/inference/inferenceErrors.ts"
export type {} from "../../forecasting/scoring/scoringErrors.ts"
export { AnswerText, PooledAnswer, PooledOption, PooledRow } from "./PooledAnswer.ts"
export {
  ClaimUse,
  DecisionPacket,
  EvidenceRow,
  MindChanger,
  MovedAnswer,
  PacketAnswer,
  PacketChanges,
  PacketCitation,
  PacketClaim,
  PacketContribution,
  PacketCrowd,
  PacketDissent,
  PacketMethod,
  PacketProject,
  PacketRound,
  PacketSegment
} from "./DecisionPacket.ts"
export { advanceRounds, roundShrinkageMin, type RoundState, roundStateOf, type RoundWidths } from "./advanceRounds.ts"
export { roundEstimates } from "./roundEstimates.ts"
export { audienceAnswer } from "./audienceAnswer.ts"
export { effectiveRespondents } from "./effectiveRespondents.ts"
export { type Dissenter, type PanelPool, poolAnswers, type PoolRequest } from "./poolAnswers.ts"
export { type Distribution } from "./Distribution.ts"
export { packetConstants, packetRulesVersion } from "./packetConstants.ts"
export { type CrowdAnswer, type PacketInputs, type PacketPassage, type PacketSource } from "./PacketInputs.ts"
export { canonicalJson, packetJson } from "./packetJson.ts"
export { latestReasonings } from "./packetAnswers.ts"
export { packetInSteps, packetOf } from "./packetOf.ts"
export { specialistName, spreadOf } from "./answerReading.ts"
export {
  intervalWords,
  percentWords,
  type ProbabilityLevel,
  probabilityLevels,
  probabilityWords
} from "./probabilityWords.ts"
export { scoreSpecialists, type SpecialistAnswer, type SpecialistScore } from "./scoreSpecialists.ts"
export { type SpecialistWeight, specialistWeights } from "./specialistWeights.ts"
export { noRecord, recordOf, TrackRecord } from "./TrackRecord.ts"
