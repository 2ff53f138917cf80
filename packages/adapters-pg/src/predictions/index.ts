export { PredictionListStorePgLive } from "./PredictionListStorePg.ts"
export * from "./PredictionModerationStorePg.ts"
export * from "./PredictionStorePg.ts"
