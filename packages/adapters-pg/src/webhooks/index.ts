export * from "./EventOutboxPg.ts"
