export * from "./BriefStorePg.ts"
export * from "./DailyInsightsStorePg.ts"
