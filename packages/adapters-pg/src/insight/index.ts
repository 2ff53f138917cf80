export * from "./DiscoveryStorePg.ts"
export * from "./HighlightStorePg.ts"
export * from "./SearchStorePg.ts"
export * from "./WeeklyBattleStorePg.ts"
