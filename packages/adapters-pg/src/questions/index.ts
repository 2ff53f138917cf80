export * from "./QuestionStorePg.ts"
