import { beginTestRun } from "./TestRun.ts"

/** For vitest's `globalSetup`: begins the run, and at its end stops the database server. */
export default (): Promise<() => Promise<void>> => beginTestRun()
