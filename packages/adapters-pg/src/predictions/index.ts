export * from "./PredictionStorePg.ts"
