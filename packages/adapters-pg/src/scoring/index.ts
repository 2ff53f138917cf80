export * from "./DecayStorePg.ts"
export * from "./LeaderboardStorePg.ts"
export * from "./PointsLedgerPg.ts"
export * from "./ResolutionStorePg.ts"
