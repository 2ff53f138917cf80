export * from "./DiscoveryStorePg.ts"
export * from "./HighlightStorePg.ts"
export * from "./WeeklyBattleStorePg.ts"
