export { type FairPlayer, fairPlayers } from "./FairPlayers.ts"
export {
  type FairPlayRequirements,
  type FairPlayRun,
  type FairPlayWorld,
  playFairPlaySeason
} from "./FairPlaySeason.ts"
export { predictionKey, type SeasonMember } from "./PlayedSeason.ts"
export { type ReasoningRequest, writeReasoning } from "./ReasoningWriter.ts"
export { seasonAdministrator } from "./seasonAdministrator.ts"
export { planSeason, type SeasonRequest } from "./Season.ts"
export { ArchetypeId, type SeasonAccount, type SeasonAgent, type SeasonHuman, SeasonSkill } from "./SeasonAccount.ts"
export { type SeasonAct, type SeasonDeed, type SeasonProtocol } from "./SeasonAct.ts"
export { type SeasonContext } from "./SeasonContext.ts"
export { questionsOf, renderText, type SeasonQuestion, SeasonQuestionRows } from "./SeasonQuestion.ts"
export {
  runSeason,
  type SeasonClock,
  type SeasonRequirements,
  type SeasonRun,
  SeasonStopped,
  type SeasonWorld
} from "./SeasonRunner.ts"
export { seasonUseCases } from "./seasonUseCases.ts"
export { hashOf, type Random, randomOf } from "./Seed.ts"
export {
  drawSkilledSeason,
  type SkilledAgent,
  skilledAgents,
  type SkilledRound,
  type SkilledSeason,
  trueSkills
} from "./SkilledSeason.ts"
