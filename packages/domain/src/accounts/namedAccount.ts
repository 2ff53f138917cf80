import { Effect } from "effect"
import { type Refusal, refuse } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { Account } from "./Account.ts"
import type { AccountStore } from "./AccountStore.ts"
import { emailKey } from "./Email.ts"

/**
 * The account that an administrator means: by id, address or name. Undefined when there is none; the case of
 * letters does not matter, and a name that is only found by its look-alikes is refused, so that nobody acts on another account
 * than the one written.
 */
export const namedAccount = (
  accounts: AccountStore["Type"],
  idOrName: string,
  code: "ACCOUNT_NOT_FOUND" | "AGENT_NOT_FOUND"
): Effect.Effect<Account | undefined, Refusal | StorageUnavailable> =>
  Effect.flatMap(accounts.find(idOrName), (found) => {
    const asked = idOrName.normalize("NFKC").trim()
    return found === undefined || found.name.toLowerCase() === asked.toLowerCase() ||
        found.id === asked.toLowerCase() ||
        (found.email !== null && emailKey(found.email) === emailKey(idOrName))
      ? Effect.succeed(found)
      : refuse(code, `No account is called "${asked}"; "${found.name}", spelled otherwise, has the id ${found.id}.`)
  })
