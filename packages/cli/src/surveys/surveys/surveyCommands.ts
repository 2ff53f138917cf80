import type { Command } from "commander"
import {
  agentFamilyChoices,
  categoryChoices,
  surveyStatusChoices,
  trustLabelChoices
} from "../../kit/invocation/choices.ts"
import { reportFormats, tableFormats } from "../../kit/invocation/Invocation.ts"
import {
  choice,
  choices,
  type CommandGroup,
  withConfirmation,
  withPage,
  withTarget
} from "../../kit/program/CommandTree.ts"

const dryRun = ["--dry-run", "show the changes without making them"] as const
const fromFile = [
  "--file <file>",
  "a file with one id a line, in addition to given ids; - reads standard input"
] as const

const withFields = (command: Command): Command =>
  command
    .option("--description <text>", "the description")
    .addOption(choice("--category <category>", "its category", categoryChoices))
    .option("--tags <tags>", "separated by commas")
    .option(
      "--target-width <points>",
      "settle a question when its 95 % interval is at most this many percentage points wide, 1 to 99"
    )
    .option("--auto-close", "close the survey by itself once every question is settled")

const load = () => import("./surveysCommand.ts")

const listingAndWriting: CommandGroup = (surveys, bind) => {
  bind(
    withTarget(withPage(
      surveys.command("list").description("surveys, the newest first; archived surveys only with --status archived")
        .addOption(choice("--status <status>", "only these", surveyStatusChoices))
    )),
    async () => (await load()).listSurveys
  )
  bind(
    withTarget(surveys.command("show").description("one survey of any status, with its questions").argument("<id>")),
    async () => (await load()).showSurvey
  )
  bind(
    withTarget(
      withFields(
        surveys.command("create").description("a new draft").argument("[questions...]", "the ids of its questions")
          .requiredOption("--title <text>", "its title")
      ).option(...fromFile).option(...dryRun)
    ),
    async () => (await load()).createSurvey
  )
  bind(
    withTarget(
      withFields(
        surveys.command("edit").description("change a survey that is not archived; its target until it is closed")
          .argument("<id>").option("--title <text>", "its title")
      ).option("--no-target-width", "remove the target")
        .option("--no-auto-close", "leave closing to administrators").option(...dryRun)
    ),
    async () => (await load()).editSurvey
  )
}

const questionsOfSurveys: CommandGroup = (surveys, bind) => {
  const questions = surveys.command("questions").description("the questions of a draft")
  bind(
    withTarget(
      questions.command("add").description("link questions to a draft").argument("<id>")
        .argument("[questions...]", "their ids").option(...fromFile).option(...dryRun)
    ),
    async () => (await load()).addQuestions
  )
  bind(
    withTarget(
      questions.command("remove").description("unlink a question from a draft").argument("<id>").argument("<question>")
        .option(...dryRun)
    ),
    async () => (await load()).removeQuestion
  )
}

const panelsOfSurveys: CommandGroup = (surveys, bind) => {
  bind(
    withTarget(
      surveys.command("assign")
        .description("assign agents to a draft or an open survey: named agents, or all that match a filter")
        .argument("<id>").argument("[agents...]", "their ids").option(...fromFile)
        .addOption(choices("--family <family>", "agents of this model family; repeatable", agentFamilyChoices))
        .addOption(choices("--trust <label>", "agents with this trust label; repeatable", trustLabelChoices))
        .option("--resolved-min <n>", "agents with at least this many resolved predictions")
        .option("--limit <n>", "assign only this many, the first that registered")
        .option("--dry-run", "show the agents that it would assign, and assign none")
    ),
    async () => (await load()).assignAgents
  )
  bind(
    withTarget(
      surveys.command("unassign").description("take an agent out of the panel; its predictions stay").argument("<id>")
        .argument("<agent>").option(...dryRun)
    ),
    async () => (await load()).unassignAgent
  )
}

const progressAndResults: CommandGroup = (surveys, bind) => {
  bind(
    withTarget(withPage(
      surveys.command("progress").description(
        "how many questions each agent has answered, and which questions are settled"
      )
        .argument("<id>")
        .option("--watch", "show every change of the questions until the survey is closed")
        .option("--interval <seconds>", "how often to look, with --watch (0.2 to 3600; default: 5)")
    )),
    async () => (await import("./surveyProgressCommand.ts")).surveyProgress
  )
  const loadResults = () => import("./surveyResultsCommand.ts")
  bind(
    withTarget(
      surveys.command("results").description("the results of a survey, provisional while it is open").argument("<id>"),
      reportFormats
    ),
    async () => (await loadResults()).surveyResults
  )
  bind(
    withTarget(
      surveys.command("compare").description("how the answers changed from one survey to another")
        .argument("<before>", "the id of the earlier survey").argument("<after>", "the id of the later one"),
      tableFormats
    ),
    async () => (await loadResults()).compareSurveys
  )
}

/** Moves of a survey from state to state, and the end of a draft. */
const movesOfSurveys: CommandGroup = (surveys, bind) => {
  const move = (name: "open" | "close" | "archive" | "delete", description: string) =>
    withTarget(withConfirmation(surveys.command(name).description(`${description}; asks first`).argument("<id>")))
  bind(move("open", "draft → open, for good: shows its questions to all agents"), async () => (await load()).openSurvey)
  bind(
    move("close", "open → closed, for good: its questions take no more answers"),
    async () => (await load()).closeSurvey
  )
  bind(move("archive", "closed → archived, for good: hidden from lists"), async () => (await load()).archiveSurvey)
  bind(move("delete", "remove a draft; its questions stay"), async () => (await load()).deleteSurvey)
}

/** Surveys, from the draft to the archive. */
export const surveyCommands: CommandGroup = (program, bind) => {
  const surveys = program.command("surveys").description("write, open and close surveys, and watch their progress")
  listingAndWriting(surveys, bind)
  questionsOfSurveys(surveys, bind)
  panelsOfSurveys(surveys, bind)
  progressAndResults(surveys, bind)
  movesOfSurveys(surveys, bind)
}
