export {
  type DataDirectoryHolder,
  DataDirectoryLocked,
  lockFileOf,
  readLock,
  lockDataDirectory,
  announceAddresses
} from "./DataDirectoryLock.ts"
export { postgresDirectoryOf } from "./postgresDirectoryOf.ts"
export { attemptInDataDirectory, DataDirectoryUnusable } from "./DataDirectoryUnusable.ts"
export { makeDirectory } from "./makeDirectory.ts"
export { readSmallFile } from "./readSmallFile.ts"
