export * from "./Frame.ts"
