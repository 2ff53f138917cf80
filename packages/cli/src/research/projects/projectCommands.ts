import type { Command } from "commander"
import {
  audienceChoices,
  categoryChoices,
  findingKindChoices,
  packetFormatChoices,
  projectKindChoices,
  projectStatusChoices
} from "../../kit/invocation/choices.ts"
import { type Bind, choice, withConfirmation, withOutput, withPage } from "../../kit/program/CommandTree.ts"

export const projectArgument = ["<project>", "the project's id"] as const

/** Adds the flags that name the research API, or a database, and the key of a workspace. */
export const withResearchTarget = (command: Command): Command =>
  withOutput(command).optionsGroup("Research API or database:")
    .option("--server <url>", "address of the research API (AUSPEX_RESEARCH_SERVER)")
    .option("--key-file <file>", "file that holds the workspace key; else AUSPEX_RESEARCH_KEY")
    .option("--database-url <url>", "a server Postgres (AUSPEX_DATABASE_URL), without going through a server")
    .option("--data-dir <dir>", "the directory of an embedded database (AUSPEX_DATA_DIR, else ./.auspex)")

const load = () => import("./projectsCommand.ts")

/** Commands of whole projects. */
const wholeProjects = (research: Command, bind: Bind): void => {
  const projects = research.command("projects").description("projects of the key's workspace")
  bind(
    withResearchTarget(withPage(
      projects.command("list").description("all projects, the newest first")
        .addOption(choice("--status <status>", "only those with this status", projectStatusChoices))
        .addOption(choice("--kind <kind>", "only projects of this kind", projectKindChoices))
    )),
    async () => (await load()).listProjects
  )
  bind(
    withResearchTarget(
      projects.command("create").description("a research project from a brief")
        .argument("<file>", "the brief as text; - for standard input")
        .addOption(
          choice(
            "--audience <audience>",
            "the audience of the project; decides the members of the panel",
            audienceChoices
          )
        )
    ),
    async () => (await load()).createProject
  )
  bind(
    withResearchTarget(
      projects.command("survey").description("a survey from a file of questions").argument("<title>", "its title")
        .argument("<file>", "YAML or JSON: a list of texts; - for standard input")
    ),
    async () => (await load()).createSurveyProject
  )
  bind(
    withResearchTarget(
      projects.command("audience").description("an audience of personas from a file")
        .argument("<file>", "YAML or JSON: title, questions, segments; - for standard input")
    ),
    async () => (await load()).createAudienceProject
  )
  bind(
    withResearchTarget(
      projects.command("simulation").description("estimates in rounds, from a file")
        .argument("<file>", "YAML or JSON: title, brief, questions, experts, rounds_max; - for standard input")
    ),
    async () => (await load()).createSimulationProject
  )
  bind(
    withResearchTarget(
      projects.command("show").description("a project with its questions and sources").argument(...projectArgument)
    ),
    async () => (await load()).showProject
  )
  bind(
    withResearchTarget(withConfirmation(
      projects.command("archive").description("end a project for good").argument(...projectArgument)
    )),
    async () => (await load()).archiveProject
  )
}

/** Adds `add`; returns the group of commands. */
const projectQuestions = (research: Command, bind: Bind): Command => {
  const questions = research.command("questions").description("questions of a project")
  bind(
    withResearchTarget(
      questions.command("add").description("add the questions of a file").argument(...projectArgument)
        .argument("<file>", "YAML or JSON, as for research frame; - for standard input")
    ),
    async () => (await load()).addQuestions
  )
  return questions
}

const projectSources = (research: Command, bind: Bind): void => {
  const sources = research.command("sources").description("sources of a project")
  bind(
    withResearchTarget(
      sources.command("add").description("add sources, or read them again").argument(...projectArgument)
        .argument("<uri...>", "their addresses").option("--title <title>", "the title of a single source")
        .option("--wait", "return when the pages have been read")
    ),
    async () => (await load()).addSources
  )
  bind(
    withResearchTarget(
      sources.command("list").description("the sources of a project, and why any is rejected").argument(
        ...projectArgument
      )
    ),
    async () => (await load()).listSources
  )
}

/** Runs of the panel over a project, and the packet that comes of them. */
const projectRuns = (research: Command, bind: Bind): void => {
  const loadRuns = () => import("./runsCommand.ts")
  bind(
    withResearchTarget(
      research.command("run").description("let the panel reason over a project").argument(...projectArgument)
        .option("--calls <n>", "requests to models at most")
        .option("--watch", "wait until the run has ended")
    ),
    async () => (await loadRuns()).startRun
  )
  bind(
    withResearchTarget(
      research.command("watch").description("follow the last run of a project").argument(...projectArgument)
    ),
    async () => (await loadRuns()).watchRun
  )
  bind(
    withResearchTarget(
      research.command("cancel").description("stop the run of a project").argument(...projectArgument)
    ),
    async () => (await loadRuns()).cancelRun
  )
  bind(
    withResearchTarget(
      research.command("packet").description("the decision packet of a project").argument(...projectArgument)
        .addOption(choice("--format <format>", "how to write it", packetFormatChoices).default("markdown"))
        .option("--packet-version <n>", "this version instead of the latest")
        .option("--to <file>", "write it to a file")
    ),
    async () => (await loadRuns()).showPacket
  )
}

const questionForecast = (questions: Command, bind: Bind): void => {
  bind(
    withResearchTarget(
      questions.command("forecast").description("put a question on the platform, as a draft")
        .argument(...projectArgument).argument("<question>", "the question's id")
        .addOption(choice("--category <category>", "its category there", categoryChoices).makeOptionMandatory())
    ),
    async () => (await load()).forecastQuestion
  )
}

const findingSearch = (research: Command, bind: Bind): void => {
  bind(
    withResearchTarget(
      research.command("search").description("search the findings of the workspace")
        .argument("<query>", "words, \"phrases\" and -exclusions")
        .option("--limit <n>", "findings at most (up to 100)", "10")
        .option("--project <project>", "only findings of this project")
        .addOption(choice("--kind <kind>", "only findings of this kind", findingKindChoices))
    ),
    async () => (await load()).searchFindings
  )
}

/** Projects with their questions, sources and findings, for the holder of a workspace key. */
export const projectCommands = (research: Command, bind: Bind): void => {
  wholeProjects(research, bind)
  const questions = projectQuestions(research, bind)
  projectSources(research, bind)
  projectRuns(research, bind)
  questionForecast(questions, bind)
  findingSearch(research, bind)
}
