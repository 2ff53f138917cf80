export { BridgeLink, type BridgeRequest, InferenceFailed, MachineUnavailable } from "./BridgeLink.ts"
export { BridgePresence, type HeldMachine, instanceSilentSecondsMax, type PresenceReport } from "./BridgePresence.ts"
export { BridgeMachine, BridgeStatus, bridgeStatusOf } from "./BridgeStatus.ts"
export { Bridges } from "./Bridges.ts"
export { type JudgedMachine, type MachineVerdict, modelOn, rankMachines } from "./rankMachines.ts"
export { FrameRouter } from "./FrameRouter.ts"
export {
  acceptedInference,
  advanceInference,
  deadlineOf,
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
