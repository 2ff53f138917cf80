export { DiskGuard, type FreeSpace } from "./DiskGuard.ts"
export { sweepRateWindows } from "./RateLimiterPg.ts"
export { UnitOfWorkPg } from "./UnitOfWorkPg.ts"
