export * from "./DecayStorePg.ts"
export * from "./PointsLedgerPg.ts"
export * from "./ReceiptStorePg.ts"
export * from "./ResolutionStorePg.ts"
