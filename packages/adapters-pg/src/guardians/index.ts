export * from "./GuardianStorePg.ts"
export * from "./TrustStorePg.ts"
