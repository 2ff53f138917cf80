export { findModelServer, type ModelServerChoice, modelServerAt } from "./findModelServer.ts"
export { type ChatRequest, type ModelServer, ModelServerFailed } from "./ModelServer.ts"
export { reconnectDelay } from "./reconnectDelay.ts"
export { BridgeRefused, runBridge, type RunnerEvent, type RunnerOptions } from "./runBridge.ts"
