export * from "./CommentStorePg.ts"
