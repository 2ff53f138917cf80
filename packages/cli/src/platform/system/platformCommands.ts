import { Argument } from "commander"
import { serveFlags, shellChoices } from "../../kit/invocation/choices.ts"
import {
  choice,
  collect,
  type CommandGroup,
  withDatabase,
  withOutput,
  withTarget
} from "../../kit/program/CommandTree.ts"

/** Running and maintaining the platform. */
export const platformCommands: CommandGroup = (program, bind) => {
  program.commandsGroup("Running:")
  const serve = program.command("serve").description("run the server until it is stopped")
  for (const { flag, meaning, standard, value } of serveFlags) {
    const text = standard === undefined ? meaning : `${meaning} (default: ${standard})`
    serve.option(value === undefined ? flag : `${flag} <${value}>`, text)
  }
  bind(serve, async () => (await import("./serveCommand.ts")).serveCommand)

  bind(
    withDatabase(withOutput(program.command("demo").description("fill an empty database with the demo world"))),
    async () => (await import("./demoCommand.ts")).demoCommand
  )

  const migrate = program.command("migrate").description("bring a database to the schema of this version")
  bind(
    withDatabase(withOutput(
      migrate.command("apply", { isDefault: true })
        .description("apply pending migrations (as `auspex migrate` alone does)")
        .option("--dry-run", "show the pending migrations without applying them")
    )),
    async () => (await import("./migrateCommand.ts")).applyMigrations
  )
  bind(
    withDatabase(withOutput(migrate.command("status").description("applied and pending migrations"))),
    async () => (await import("./migrateCommand.ts")).showMigrations
  )

  program.commandsGroup("Maintenance:")
  bind(
    withTarget(program.command("status").description("the state of a running server or a database")),
    async () => (await import("./statusCommand.ts")).statusCommand
  )
  const doctor = withOutput(
    program.command("doctor").description("find problems: configuration, database, clock, mail, ports")
  )
  doctor.option("--recount", "also recompute all derived data and compare; reads the whole database")
  doctor.optionsGroup("Settings, as for serve:")
  for (const { flag, meaning, value } of serveFlags) {
    if (value !== undefined) doctor.option(`${flag} <${value}>`, meaning)
  }
  bind(doctor, async () => (await import("./doctorCommand.ts")).doctorCommand)

  program.commandsGroup("Forecasting:")
  bind(
    withOutput(
      program.command("check")
        .description("judge a reasoning, or the JSON body of a prediction, by the quality gates")
        .argument("[file]", "a file; - or nothing reads standard input", "-")
        .addOption(choice("--format <format>", "the content of the file; detected when unset", ["text", "json"]))
        .option("--options <options>", "the options of a multi question, separated by |")
        .option("--against <file>", "an earlier reasoning on the same question; repeatable", collect)
    ),
    async () => (await import("../../forecasting/predictions/checkCommand.ts")).checkCommand
  )
  bind(
    withOutput(
      program.command("explain")
        .description("the meaning and remedy of an error code; lists all codes if none is given")
        .argument("[code]", "such as REASONING_TOO_SHORT")
    ),
    async () => (await import("./explainCommand.ts")).explainCommand
  )
}

/** Commands for the shell rather than the platform. */
export const shellCommands: CommandGroup = (program, bind) => {
  program.commandsGroup("Shell:")
  bind(
    program.command("completion")
      .description("print a script that completes commands and flags")
      .addArgument(new Argument("<shell>", "which shell").choices(shellChoices)),
    async () => (await import("./completionCommand.ts")).completionCommand
  )
  bind(
    program.command("reference", { hidden: true }).description("print docs/cli.md"),
    async () => (await import("./referenceCommand.ts")).referenceCommand
  )
}
