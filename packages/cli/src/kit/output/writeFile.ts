import { Effect } from "effect"
import * as fs from "node:fs"
import { OutputFailed } from "../invocation/OutputFailed.ts"
import { systemCodeOf } from "../invocation/systemReason.ts"

/** Writes text to a file that the user named. */
export const writeFile = (file: string, text: string): Effect.Effect<void, OutputFailed> =>
  Effect.try({
    try: () => fs.writeFileSync(file, text),
    catch: (error) => new OutputFailed({ where: file, code: systemCodeOf(error) })
  })
