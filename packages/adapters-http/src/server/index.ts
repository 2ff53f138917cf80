export * from "./handlersFor.ts"
export * from "./Reply.ts"
