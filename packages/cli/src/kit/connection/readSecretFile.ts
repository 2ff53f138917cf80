import { Effect } from "effect"
import * as fs from "node:fs"
import { WrongUsage } from "../invocation/CommandFailure.ts"

/** The key in a file. `what` names the file in messages. Keys are never arguments: everybody can read those. */
export const readSecretFile = (what: string, file: string): Effect.Effect<string, WrongUsage> =>
  Effect.try({
    try: () => fs.readFileSync(file, "utf8").trim(),
    catch: () => new WrongUsage({ message: `the ${what} ${file} cannot be read` })
  }).pipe(Effect.filterOrFail(
    (key) => /^[\x21-\x7e]{1,512}$/.test(key),
    () => new WrongUsage({ message: `the ${what} ${file} must contain a key and nothing else` })
  ))
