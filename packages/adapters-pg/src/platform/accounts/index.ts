export { sweepExpiredSecrets } from "./sweepExpiredSecrets.ts"
