export {
  type DataDirectoryHolder,
  DataDirectoryLocked,
  DataDirectoryUnusable,
  lockFileOf,
  readLock,
  lockDataDirectory,
  announceAddresses
} from "./DataDirectoryLock.ts"
export { postgresDirectoryOf } from "./postgresDirectoryOf.ts"
