import { Effect } from "effect"
import { type Refusal, refuse } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { Account } from "./Account.ts"
import type { AccountStore } from "./AccountStore.ts"
import { emailKey } from "./Email.ts"

/**
 * Finds the account that an administrator names by id, e-mail address or name, ignoring case; undefined when there is
 * none. Fails when a name matches only by look-alike letters, so that administrators do not act on the wrong account.
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
      : refuse(
        code,
        `There is no account named "${asked}"; "${found.name}", spelled otherwise, has the id ${found.id}.`
      )
  })
