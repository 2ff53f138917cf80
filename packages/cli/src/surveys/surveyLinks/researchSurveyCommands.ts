import type { Command } from "commander"
import { type Bind, withConfirmation, withPage } from "../../kit/program/CommandTree.ts"
import { projectArgument, withResearchTarget } from "../../kit/program/researchTarget.ts"

/** Surveys of a workspace that people answer through links, and panels of personas beside them. */
export const researchSurveyCommands = (research: Command, bind: Bind): void => {
  const load = () => import("./researchSurveysCommand.ts")
  const surveys = research.command("surveys").description("links, responses and results of surveys")
  const linkArgument = ["<link>", "the link's id"] as const
  bind(
    withResearchTarget(withPage(
      surveys.command("links").description("the links of a survey, the newest first").argument(...projectArgument)
    )),
    async () => (await load()).listLinks
  )
  bind(
    withResearchTarget(
      surveys.command("link").description("a new link through which people answer").argument(...projectArgument)
        .argument("<name>", "a name for readers of the results")
        .option("--closes-at <time>", "the time until which it takes responses, such as 2026-11-20T12:00:00Z")
        .option("--responses-max <n>", "maximum number of responses; 1 for an invitation that works once")
    ),
    async () => (await load()).makeLink
  )
  bind(
    withResearchTarget(withConfirmation(
      surveys.command("close").description("close a link; its responses stay").argument(...projectArgument)
        .argument(...linkArgument)
    )),
    async () => (await load()).closeLink
  )
  bind(
    withResearchTarget(withPage(
      surveys.command("responses").description("the responses of people, one by one").argument(...projectArgument)
        .option("--link <link>", "only answers of this link")
    )),
    async () => (await load()).listResponses
  )
  bind(
    withResearchTarget(
      surveys.command("results").description("counts and shares of every answer").argument(...projectArgument)
    ),
    async () => (await load()).showResults
  )
  bind(
    withResearchTarget(
      surveys.command("assign").description("let personas answer a survey when it is run").argument(...projectArgument)
        .argument("<file>", "YAML or JSON: segments; - for standard input")
    ),
    async () => (await load()).assignPanel
  )
}
