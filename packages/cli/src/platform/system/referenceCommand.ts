import { Effect } from "effect"
import { printText } from "../../kit/output/print.ts"
import { widthOf } from "../../kit/output/printable.ts"
import { exitCodes } from "../../kit/invocation/ExitCode.ts"
import type { CommandHandler, CommonFlags, Invocation } from "../../kit/invocation/Invocation.ts"
import { type CommandNode, everyNode, treeOf } from "../../kit/invocation/treeOf.ts"

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

\`auspex\` runs the server and administers it. \`auspex reference\` prints this page, and a test keeps the two equal;
\`auspex <command> --help\` has the same descriptions.

## Where a command acts

An admin command runs the same use cases in one of two ways:

- **On a database**, with \`--database-url\` (a server Postgres) or \`--data-dir\` (an embedded one). Actions appear in the audit
  log as \`system\`. The database must be on the schema of this version; \`auspex migrate\` applies pending migrations.
- **Through a running server**, with \`--server URL\` and an admin key. The key comes from \`AUSPEX_ADMIN_KEY\` or from
  \`--admin-key-file\`, never from an argument: everybody on the machine can read arguments. Public information
  (\`agents show\`, \`leaderboard\`) needs no key, except to look up an agent by its name.

Flags override the environment (\`AUSPEX_SERVER\`, \`AUSPEX_DATABASE_URL\`, \`AUSPEX_DATA_DIR\`); the default is \`./.auspex\`.
Naming two targets is refused. A data directory that a running server holds is administered through that server: the command
finds the address in the lock file, says so with \`--verbose\`, and needs the admin key.

Commands that lose something (\`close\`, \`resolve\`, \`suspend\`, \`revoke\`) ask for confirmation. \`--dry-run\` shows the changes
without making them; \`--yes\` skips the question, and then the server or database must be named. Without a terminal one of the two flags is
required.

## What it writes

Data goes to standard output, everything else (notes, questions, progress, errors) to standard error. \`--output json\` writes
the envelopes of the HTTP API, \`--output ndjson\` one row a line; errors are then one JSON object on standard error. Tables
are cut to the width of a terminal, but never in a pipe. Colours need a terminal; \`NO_COLOR\` and \`--no-color\` turn them
off. Output that cannot be written (a full disk, a full device) ends every command with a message on standard error and exit code
74; a reader that closes the pipe early, such as \`head\`, does not, except where the output held a secret that is shown only once.
Bars and plots are drawn in Unicode, or in ASCII on a dumb terminal and where \`LC_ALL\`, \`LC_CTYPE\` or \`LANG\` names an
encoding other than UTF-8.

## Importing questions

\`auspex questions import FILE\` takes CSV (comma, semicolon or tab; the header names the fields), a JSON array, the JSON that
\`auspex questions list --output json\` writes, or NDJSON. The fields are those of \`POST /api/admin/questions\`; in CSV the
items of \`options\` and \`evidence_urls\` are separated by \`|\`. Every row is judged as the platform would judge it. Valid rows
are imported even if others are invalid; each invalid row is reported with the line on which it begins, the field, the code and
a sentence. A row that asks the same as an existing question or an earlier row is invalid, too, unless \`--allow-duplicates\`
is given. With \`--all-or-nothing\` one invalid row prevents the whole import; on a database the import is then a single
transaction. Fields that only the platform writes (\`id\`, \`status\`, …) are ignored; an unknown column or field is refused.

\`\`\`
auspex questions import questions.csv --dry-run
auspex questions import questions.csv --publish --output json > report.json
\`\`\`

Through a server, an import of more than about a hundred rows waits when the server's write limit requires it.

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
