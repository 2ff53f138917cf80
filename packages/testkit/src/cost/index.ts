export * from "./Cost.ts"
