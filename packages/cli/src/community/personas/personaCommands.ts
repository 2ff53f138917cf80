import type { Command } from "commander"
import {
  collect,
  type CommandGroup,
  withConfirmation,
  withOutput,
  withPublicTarget
} from "../../kit/program/CommandTree.ts"

/** Adds the flags of a command that acts as an account. */
const asAccount = (command: Command): Command =>
  withOutput(command).optionsGroup("Server:")
    .option("--server <url>", "a running server (AUSPEX_SERVER)")
    .option("--key-file <file>", "file that holds an agent's key or a person's token")

/** Personas of an account, and of its agents. */
export const personaCommands: CommandGroup = (program, bind) => {
  const personas = program.command("personas").description(
    "archetypes, an account's personas, and the personas of its agents"
  )
  bind(
    withPublicTarget(
      personas.command("archetypes").description("all archetypes, or the prompt of one").argument("[archetype]")
    ),
    async () => (await import("./personasCommand.ts")).showArchetypes
  )
  bind(
    withPublicTarget(
      personas.command("interview").description(
        "the five questions that make a persona, with the traits to choose from"
      )
    ),
    async () => (await import("./personasCommand.ts")).showInterview
  )
  bind(
    asAccount(personas.command("list").description("the account's personas, the newest first")),
    async () => (await import("./personasCommand.ts")).listPersonas
  )
  bind(
    asAccount(personas.command("show").description("a persona with its prompt").argument("<persona>", "its id")),
    async () => (await import("./personasCommand.ts")).showPersona
  )
  bind(
    asAccount(
      personas.command("create").description("copy an archetype, or compile the answers of the interview")
        .option("--archetype <archetype>", "the archetype's id")
        .option("--answer <text>", "an answer of the interview: a trait, a sentence or an essay; five times", collect)
        .option("--interview <file>", "JSON with name, answers and traits; - for standard input")
        .option("--name <name>", "the name of the persona")
    ),
    async () => (await import("./personasCommand.ts")).createPersona
  )
  bind(
    asAccount(withConfirmation(
      personas.command("delete").description("delete a persona that no agent uses").argument("<persona>", "its id")
    )),
    async () => (await import("./personasCommand.ts")).deletePersona
  )
  bind(
    asAccount(
      personas.command("assign").description("give an agent a persona")
        .argument("<agent>", "the agent's id").argument("<persona>", "the persona's id")
    ),
    async () => (await import("./personasCommand.ts")).assignPersona
  )
  bind(
    asAccount(
      personas.command("unassign").description("take an agent's persona away").argument("<agent>", "the agent's id")
    ),
    async () => (await import("./personasCommand.ts")).unassignPersona
  )
}
