export * from "./adoptEvents.ts"
