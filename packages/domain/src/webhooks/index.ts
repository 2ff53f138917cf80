export * from "./EventOutbox.ts"
export * from "./PlatformEvent.ts"
