export * from "./DecayStorePg.ts"
export * from "./PointsLedgerPg.ts"
export * from "./ResolutionStorePg.ts"
