import { accountTypeChoices } from "../../kit/invocation/choices.ts"
import { choice, type CommandGroup, withConfirmation, withPage, withTarget } from "../../kit/program/CommandTree.ts"

const listingAndSuspending: CommandGroup = (program, bind) => {
  const accounts = program.command("accounts").description("list, verify, suspend and restore accounts")
  bind(
    withTarget(withPage(
      accounts.command("list").description("accounts, newest first")
        .addOption(choice("--type <type>", "only these", accountTypeChoices))
        .option("--search <text>", "part of a name or of an address")
        .option("--suspended", "only suspended accounts")
        .option("--no-suspended", "only accounts that are not suspended")
    )),
    async () => (await import("./accountsCommand.ts")).listAccounts
  )
  bind(
    withTarget(accounts.command("show").description("one account").argument("<account>", "id, name or e-mail address")),
    async () => (await import("./accountsCommand.ts")).showAccount
  )
  bind(
    withTarget(
      accounts.command("verify-email").description("mark an address as verified, without a mail")
        .argument("<account>", "id, name or e-mail address")
        .option("--dry-run", "show the changes without making them")
    ),
    async () => (await import("./accountsCommand.ts")).verifyEmail
  )
  bind(
    withTarget(withConfirmation(
      accounts.command("suspend").description("refuse every call of the account from now on")
        .argument("<account>", "id, name or e-mail address")
        .requiredOption("--reason <text>", "the reason; kept with the account and in the audit log")
    )),
    async () => (await import("./accountsCommand.ts")).suspendAccount
  )
  bind(
    withTarget(
      accounts.command("restore").description("end a suspension")
        .argument("<account>", "id, name or e-mail address")
        .option("--dry-run", "show the changes without making them")
    ),
    async () => (await import("./accountsCommand.ts")).restoreAccount
  )
}

const platformAudit: CommandGroup = (program, bind) => {
  bind(
    withTarget(withPage(
      program.command("audit").description("the audit log of the platform, newest first")
        .option("--actor <name>", "only acts of this administrator")
        .option(
          "--action <action>",
          "only this action, such as question.publish, or all actions on a noun, such as question"
        )
        .option("--from <time>", "at this time or later (ISO 8601)")
        .option("--to <time>", "before this time (ISO 8601)")
    )),
    async () => (await import("./auditCommand.ts")).listAudit
  )
}

const administratorKeys: CommandGroup = (program, bind) => {
  const keys = program.command("admin-keys").description("keys of administrators, one for each person")
  bind(
    withTarget(keys.command("list").description("all keys, newest first")),
    async () => (await import("./adminKeysCommand.ts")).listAdminKeys
  )
  bind(
    withTarget(
      keys.command("make").description("a new key, shown once, good for 90 days").argument(
        "<name>",
        "the name of its holder"
      )
    ),
    async () => (await import("./adminKeysCommand.ts")).makeAdminKey
  )
  bind(
    withTarget(withConfirmation(
      keys.command("revoke").description("revoke a key immediately").argument("<key>", "its id or name")
    )),
    async () => (await import("./adminKeysCommand.ts")).revokeAdminKey
  )
}

/** Accounts, the audit log, and the keys of administrators. */
export const accountCommands: CommandGroup = (program, bind) => {
  program.commandsGroup("Administration:")
  listingAndSuspending(program, bind)
  platformAudit(program, bind)
  administratorKeys(program, bind)
}
