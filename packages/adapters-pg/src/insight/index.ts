export * from "./HighlightStorePg.ts"
export * from "./WeeklyBattleStorePg.ts"
