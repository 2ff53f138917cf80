import { beginTestRun } from "./TestRun.ts"

/** For vitest's `globalSetup`: begins the run, and ends it with its database server. */
export default (): Promise<() => Promise<void>> => beginTestRun()
