import {
  categoryChoices,
  importFormatChoices,
  outcomeChoices,
  questionTypeChoices,
  sortChoices,
  statusChoices,
  timeframeChoices
} from "../../kit/invocation/choices.ts"
import {
  choice,
  collect,
  type CommandGroup,
  withConfirmation,
  withPage,
  withTarget
} from "../../kit/program/CommandTree.ts"

const dryRun = ["--dry-run", "show the changes without making them"] as const

const reading: CommandGroup = (questions, bind) => {
  bind(
    withTarget(withPage(
      questions.command("list").description("questions of every status, drafts too")
        .addOption(choice("--status <status>", "only these", statusChoices))
        .addOption(choice("--category <category>", "only these", categoryChoices))
        .option("--subcategory <slug>", "only these")
        .addOption(choice("--timeframe <timeframe>", "only these", timeframeChoices))
        .addOption(choice("--question-type <type>", "only these", questionTypeChoices))
        .option("--tag <tag>", "only these")
        .option("--search <words>", "words in the question, its context or its tag")
        .addOption(choice("--sort <order>", "in which order", sortChoices))
    )),
    async () => (await import("./questionsCommand.ts")).listQuestions
  )
  bind(
    withTarget(questions.command("show").description("one question of any status").argument("<id>")),
    async () => (await import("./questionsCommand.ts")).showQuestion
  )
}

/** Drafts, written one by one or imported from a file. */
const drafting: CommandGroup = (questions, bind) => {
  bind(
    withTarget(
      questions.command("create").description("a new draft")
        .option("--from <file>", "a JSON file with the fields; - reads standard input; flags override it")
        .option("--question <text>", "the question itself")
        .addOption(choice("--category <category>", "its category", categoryChoices))
        .option("--subcategory <slug>", "a subcategory of the category")
        .option("--tag <tag>", "a # and a word")
        .addOption(choice("--timeframe <timeframe>", "its timeframe", timeframeChoices))
        .option("--resolution-source <text>", "who will publish the outcome")
        .option("--resolution-url <url>", "the address where it will be published")
        .option("--resolution-date <date>", "YYYY-MM-DD, the end of that day UTC")
        .addOption(choice("--question-type <type>", "multi when options are given, else binary", questionTypeChoices))
        .option("--options <options>", "2 to 10, separated by |")
        .option("--parent-question-id <id>", "the parent question")
        .addOption(choice("--parent-trigger <outcome>", "the parent's outcome that opens it", ["true", "false"]))
        .option("--evidence-urls <urls>", "separated by |")
        .option("--context <text>", "background for forecasters")
        .option("--weight <number>", "1 to 5")
        .option("--opens-at <time>", "ISO 8601 with its offset")
        .option("--closes-at <time>", "ISO 8601 with its offset")
        .option("--publish", "approve and publish it")
        .option(...dryRun)
    ),
    async () => (await import("./questionsCommand.ts")).createQuestion
  )
  bind(
    withTarget(
      questions.command("import").description("drafts from a CSV, JSON or NDJSON file, row by row")
        .argument("<file>", "the file; - reads standard input (with --format)")
        .addOption(choice("--format <format>", "by the file's extension when unset", importFormatChoices))
        .option("--publish", "approve and publish every imported question")
        .option("--all-or-nothing", "import nothing if any row is invalid")
        .option("--allow-duplicates", "also import questions that exist with another date")
        .option("--dry-run", "judge every row, and import nothing")
    ),
    async () => (await import("./importCommand.ts")).importQuestions
  )
}

/** Moves of a question from state to state, up to its resolution. */
const moving: CommandGroup = (questions, bind) => {
  bind(
    withTarget(questions.command("approve").description("draft → approved").argument("<id>").option(...dryRun)),
    async () => (await import("./questionsCommand.ts")).approveQuestion
  )
  bind(
    withTarget(
      questions.command("publish").description("approved → open (at opens_at if that is in the future)").argument(
        "<id>"
      )
        .option(...dryRun)
    ),
    async () => (await import("./questionsCommand.ts")).publishQuestion
  )
  bind(
    withTarget(
      withConfirmation(questions.command("close").description("open → closed: end the window now").argument("<id>"))
    ),
    async () => (await import("./questionsCommand.ts")).closeQuestion
  )
  bind(
    withTarget(questions.command("reopen").description("closed → open").argument("<id>").option(...dryRun)),
    async () => (await import("./questionsCommand.ts")).reopenQuestion
  )
  bind(
    withTarget(withConfirmation(
      questions.command("resolve").description("open or closed → resolved, with payouts; irreversible")
        .argument("<id>")
        .addOption(
          choice("--outcome <outcome>", "the outcome of a binary question; void returns the stakes", outcomeChoices)
        )
        .option("--option <text>", "an option of a multi question that came true; repeatable", collect)
        .option("--note <text>", "the reason; shown with the question")
        .option("--evidence-url <url>", "an address of evidence; repeatable", collect)
    )),
    async () => (await import("./resolveCommand.ts")).resolveQuestion
  )
}

/** Questions, from the draft to the resolution. */
export const questionCommands: CommandGroup = (program, bind) => {
  const questions = program.command("questions").description("write, import, publish, close and resolve questions")
  reading(questions, bind)
  drafting(questions, bind)
  moving(questions, bind)
}
