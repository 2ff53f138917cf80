export * from "./QuestionStorePg.ts"
export * from "./WatchlistStorePg.ts"
