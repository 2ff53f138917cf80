export * from "./CapturedMail.ts"
export * from "./nodeSecrets.ts"
export * from "./quickPasswordHasher.ts"
export * from "./testOutside.ts"
