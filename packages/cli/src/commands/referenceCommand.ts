import { Effect } from "effect"
import { printText } from "../output/print.ts"
import { widthOf } from "../output/printable.ts"
import { exitCodes } from "../invocation/ExitCode.ts"
import type { CommandHandler, CommonFlags, Invocation } from "../invocation/Invocation.ts"
import { type CommandNode, everyNode, treeOf } from "../invocation/treeOf.ts"

const tableOf = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll("|", "\\|")))
  const widths = cells[0]!.map((_, at) => Math.max(3, ...cells.map((row) => widthOf(row[at]!))))
  const line = (row: ReadonlyArray<string>): string =>
    `| ${row.map((cell, at) => cell + " ".repeat(widths[at]! - widthOf(cell))).join(" | ")} |`
  return [line(cells[0]!), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...cells.slice(1).map(line)]
    .join("\n")
}

const sectionOf = (node: CommandNode): string => {
  const heading = `### auspex ${node.path.join(" ")}`
  const usage = ["auspex", ...node.path, node.usage.replace("[command]", "<command>")].join(" ")
  const options = node.options.map(({ choices, flags, meaning }) => [
    `\`${flags}\``,
    choices.length === 0 ? meaning : `${meaning}: ${choices.join(", ")}`
  ])
  return [
    heading,
    `${node.description[0]!.toUpperCase()}${node.description.slice(1)}.`,
    `\`${usage}\``,
    ...(options.length === 0 ? [] : [tableOf([["Flag", "Meaning"], ...options])])
  ].join("\n\n")
}

const introduction = `# The command line

\`auspex\` runs the server and administers it. This page is printed by \`auspex reference\`, and a test keeps the two equal;
\`auspex <command> --help\` says the same.

## Where a command acts

An admin command runs the same use cases in one of two ways:

- **On a database**, with \`--database-url\` (a server Postgres) or \`--data-dir\` (an embedded one). Acts appear in the audit
  log as \`system\`. The database must be on the schema of this version; \`auspex migrate\` brings it there.
- **Through a running server**, with \`--server URL\` and an admin key. The key comes from \`AUSPEX_ADMIN_KEY\` or from
  \`--admin-key-file\`, never from an argument: arguments can be read by everybody on the machine.
  What anybody may see (\`agents show\`, \`leaderboard\`) needs none; only to look for an agent by its name does.

Flags beat the environment (\`AUSPEX_SERVER\`, \`AUSPEX_DATABASE_URL\`, \`AUSPEX_DATA_DIR\`); without either, \`./.auspex\` is meant.
Naming two things at once is refused. A data directory that a running server holds is administered through that server:
the command finds its address in the lock file, says so, and needs the admin key.

Where something is lost (\`close\`, \`resolve\`, \`suspend\`, \`revoke\`) the command asks first. \`--dry-run\` shows what would be
done; \`--yes\` does not ask, and then wants the server or database to be named. Without a terminal one of the two is needed.

## What it writes

Data goes to standard output, everything else (notes, questions, progress, errors) to standard error. \`--output json\` writes
the envelopes of the HTTP API, \`--output ndjson\` one row a line; errors are then one JSON object on standard error. Tables
are cut to the width of a terminal, and never cut in a pipe. Colours need a terminal; \`NO_COLOR\` and \`--no-color\` turn them
off. Bars and plots are drawn in Unicode; in ASCII where \`LC_ALL\`, \`LC_CTYPE\` or \`LANG\` names another set of characters than
UTF-8, and on a dumb terminal.

## Importing questions

\`auspex questions import FILE\` takes CSV (comma, semicolon or tab; the header names the fields), a JSON array, the JSON that
\`auspex questions list --output json\` writes, or NDJSON. The fields are those of \`POST /api/admin/questions\`; in CSV the
items of \`options\` and \`evidence_urls\` are separated by \`|\`. Every row is judged as the platform would judge it. Good rows are
imported even when others are bad; each bad row is reported with the line on which it begins, the field, the code and a
sentence. A row that asks what an existing question or an earlier row asks is bad too, unless \`--allow-duplicates\`. With
\`--all-or-nothing\` one bad row keeps all out; on a database the import is then a single transaction. Fields that only the
platform writes (\`id\`, \`status\`, …) are passed over; a column or field that does not exist is refused.

\`\`\`
auspex questions import questions.csv --dry-run
auspex questions import questions.csv --publish --output json > report.json
\`\`\`

Through a server an import of more than about a hundred rows waits where the server's limit of writes asks for it.

## Completion

\`\`\`
source <(auspex completion bash)     # or zsh
auspex completion fish > ~/.config/fish/completions/auspex.fish
\`\`\``

/** `auspex reference`: prints docs/cli.md. */
export const referenceCommand = ((call: Invocation<CommonFlags>) =>
  Effect.suspend(() => {
    const root = treeOf(call.program)
    const exits = Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning])
    const commands = everyNode(root).filter(({ path }) => path.length > 0).map(sectionOf)
    return printText(
      call,
      [introduction, "## Exit codes", tableOf([["Code", "Meaning"], ...exits]), "## Commands", ...commands].join("\n\n")
    )
  })) satisfies CommandHandler
