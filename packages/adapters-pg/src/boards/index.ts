export * from "./LeaderboardStorePg.ts"
