export * from "./MailFolder.ts"
export * from "./MailSmtp.ts"
export * from "./PasswordHasherArgon2.ts"
export * from "./SecretsNode.ts"
