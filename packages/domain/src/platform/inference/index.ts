export { BridgeLink, InferenceFailed, MachineUnavailable, type MachineUnavailableReason } from "./BridgeLink.ts"
export { BridgePresence, type HeldMachine, instanceSilentSecondsMax, type PresenceReport } from "./BridgePresence.ts"
export {
  type BridgeChat,
  type BridgeEmbedding,
  bridgeLimitsOf,
  type BridgeRequest,
  isBridgeEmbedding
} from "./BridgeRequest.ts"
export { BridgeMachine, BridgeStatus, bridgeStatusOf } from "./BridgeStatus.ts"
export { Bridges } from "./Bridges.ts"
export { inferenceErrors } from "./inferenceErrors.ts"
export {
  type InferenceAnswer,
  type InferenceOutput,
  Inferences,
  type InferenceStream,
  refusalArguments
} from "./Inferences.ts"
export {
  type InferenceRequest,
  inferenceInputMax,
  inferenceMessagesMax,
  judgeInferenceRequest
} from "./InferenceRequest.ts"
export { InferenceRoute, RouteStep } from "./InferenceRoute.ts"
export { inferencesPerOwnerMax } from "./InferenceSlots.ts"
export {
  AgentLlmConfig,
  type JudgedLlmConfig,
  judgeLlmConfig,
  LlmConfig,
  type LlmConfigRequest,
  type LlmConfigSubject,
  modelKeyMax,
  modelKeyMin,
  modelNameMax,
  type ProviderConfig,
  providerNameMax,
  shownKey
} from "./LlmConfig.ts"
export { type InferenceAgent, type LlmConfigEntry, LlmConfigStore } from "./LlmConfigStore.ts"
export { LlmKeys, LlmKeyUnreadable, type LlmKeyUse } from "./LlmKeys.ts"
export { llmConfigAliases, type LlmConfigFields, readLlmConfigFields } from "./LlmConfigFields.ts"
export { type AgentLlmConfigFields, LlmSettings, type LlmValidation, type ProviderModels } from "./LlmSettings.ts"
export { ModelProviders } from "./ModelProviders.ts"
export {
  type CloudProvider,
  cloudProviders,
  type ModelApi,
  type ModelEndpoint,
  ModelSources,
  type PoolModel,
  type ProviderKind,
  providerKindOf
} from "./ModelSource.ts"
export { type ModelTarget, type ProviderChoice, type ResolutionFacts, resolveProvider } from "./resolveProvider.ts"
export { type JudgedMachine, type MachineVerdict, modelOn, rankMachines } from "./rankMachines.ts"
export { FrameRouter } from "./FrameRouter.ts"
export { PayloadNumbers, PayloadReceiver } from "./routedPayloads.ts"
export {
  acceptedInference,
  advanceInference,
  deadlineOf,
  embeddingLimits,
  firstTokenMillisMaxUnloaded,
  type InferenceEnd,
  type InferenceEvent,
  type InferenceFailureReason,
  type InferenceLimits,
  inferenceLimits,
  type InferenceProgress
} from "./InferenceProgress.ts"
export { type ModelMessage, type ModelRequest, type ModelServerType } from "./ModelRequest.ts"
export { LoadedModel, SystemInfo } from "./SystemInfo.ts"
export type {} from "../identity/identityErrors.ts"
