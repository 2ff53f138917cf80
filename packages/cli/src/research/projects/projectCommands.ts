import type { Command } from "commander"
import {
  audienceChoices,
  categoryChoices,
  findingKindChoices,
  projectKindChoices,
  projectStatusChoices
} from "../../kit/invocation/choices.ts"
import { type Bind, choice, withConfirmation, withPage } from "../../kit/program/CommandTree.ts"
import { projectArgument, withResearchTarget } from "../../kit/program/researchTarget.ts"
import { packetCommands } from "../packets/packetCommands.ts"
import { runCommands } from "../panelRuns/runCommands.ts"

const load = () => import("./projectsCommand.ts")

/** Commands of whole projects. */
const wholeProjects = (research: Command, bind: Bind): void => {
  const projects = research.command("projects").description("projects of the key's workspace")
  bind(
    withResearchTarget(withPage(
      projects.command("list").description("all projects, the newest first")
        .addOption(choice("--status <status>", "only projects with this status", projectStatusChoices))
        .addOption(choice("--kind <kind>", "only projects of this kind", projectKindChoices))
    )),
    async () => (await load()).listProjects
  )
  bind(
    withResearchTarget(
      projects.command("create").description("create a research project from a brief")
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
      projects.command("survey").description("create a survey from a file of questions").argument(
        "<title>",
        "its title"
      )
        .argument("<file>", "YAML or JSON: a list of texts; - for standard input")
    ),
    async () => (await load()).createSurveyProject
  )
  bind(
    withResearchTarget(
      projects.command("audience").description("create a project with an audience of personas, from a file")
        .argument("<file>", "YAML or JSON: title, questions, segments; - for standard input")
    ),
    async () => (await load()).createAudienceProject
  )
  bind(
    withResearchTarget(
      projects.command("simulation").description("create a project with expert estimates in rounds, from a file")
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
        .option("--wait", "wait until the pages have been read")
    ),
    async () => (await load()).addSources
  )
  bind(
    withResearchTarget(
      sources.command("list").description("the sources of a project, with the reasons of rejections").argument(
        ...projectArgument
      )
    ),
    async () => (await load()).listSources
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
        .option("--limit <n>", "maximum number of findings (up to 100)", "10")
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
  runCommands(research, bind)
  packetCommands(research, bind)
  questionForecast(questions, bind)
  findingSearch(research, bind)
}
