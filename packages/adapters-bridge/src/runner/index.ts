export { findModelServer, type ModelServerChoice, modelServerAt } from "./findModelServer.ts"
export { type ModelServer } from "./ModelServer.ts"
export { reconnectDelay } from "./reconnectDelay.ts"
export { BridgeRefused, runBridge, type RunnerEvent, type RunnerOptions } from "./runBridge.ts"
