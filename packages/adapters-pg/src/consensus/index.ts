export * from "./ConsensusStorePg.ts"
