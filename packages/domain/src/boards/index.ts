export * from "./Leaderboard.ts"
