import type { Command } from "commander"
import { framingPurposeChoices, workspaceRoleChoices, workspaceTierChoices } from "../kit/invocation/choices.ts"
import {
  type Bind,
  choice,
  type CommandGroup,
  withConfirmation,
  withDatabase,
  withOutput,
  withPage,
  withTarget
} from "../kit/program/CommandTree.ts"
import { projectCommands } from "../research/projects/projectCommands.ts"
import { researchSurveyCommands } from "../surveys/surveyLinks/researchSurveyCommands.ts"
import { workspaceArgument, workspaceWebhookCommands } from "../research/workspaces/workspaceWebhookCommands.ts"

const load = () => import("../research/workspaces/workspacesCommand.ts")

const wholeWorkspaces = (research: Command, bind: Bind): void => {
  const workspaces = research.command("workspaces").description("workspaces of customers")
  bind(
    withTarget(withPage(workspaces.command("list").description("all workspaces, the newest first"))),
    async () => (await load()).listWorkspaces
  )
  bind(
    withTarget(
      workspaces.command("create").description("a new workspace").argument("<name>", "its name")
        .requiredOption("--owner <account>", "its first admin: a human's id, name or e-mail address")
    ),
    async () => (await load()).createWorkspace
  )
  bind(
    withTarget(workspaces.command("show").description("a workspace with its members").argument(...workspaceArgument)),
    async () => (await load()).showWorkspace
  )
  bind(
    withTarget(
      workspaces.command("update").description("change a workspace").argument(...workspaceArgument)
        .option("--name <name>", "its new name")
        .addOption(choice("--tier <tier>", "the rate limits of its keys", workspaceTierChoices))
    ),
    async () => (await load()).updateWorkspace
  )
}

const workspaceMembers = (research: Command, bind: Bind): void => {
  const members = research.command("members").description("members of a workspace")
  bind(
    withTarget(
      members.command("put").description("add a member, or change its role").argument(...workspaceArgument)
        .argument("<account>", "a human's id, name or e-mail address")
        .addOption(
          choice("--role <role>", "a viewer reads, a member also writes, an admin also manages", workspaceRoleChoices)
            .makeOptionMandatory()
        )
    ),
    async () => (await load()).putMember
  )
  bind(
    withTarget(withConfirmation(
      members.command("remove").description("remove a member and revoke its keys").argument(...workspaceArgument)
        .argument("<account>", "the member's id, name or e-mail address")
    )),
    async () => (await load()).removeMember
  )
}

const workspaceKeys = (research: Command, bind: Bind): void => {
  const keys = research.command("keys").description("keys of members for the research API")
  bind(
    withTarget(
      keys.command("list").description("all keys of a workspace, newest first").argument(...workspaceArgument)
    ),
    async () => (await load()).listKeys
  )
  bind(
    withTarget(
      keys.command("create").description("a new key, shown once").argument(...workspaceArgument)
        .argument("<name>", "the key's name")
        .requiredOption("--account <account>", "the member that it belongs to: id, name or e-mail address")
        .option("--days <n>", "how long it is valid (up to 366)", "90")
    ),
    async () => (await load()).createKey
  )
  bind(
    withTarget(withConfirmation(
      keys.command("revoke").description("revoke a key immediately").argument(...workspaceArgument)
        .argument("<key>", "the key's id")
    )),
    async () => (await load()).revokeKey
  )
}

const workspaceAudit = (research: Command, bind: Bind): void => {
  bind(
    withTarget(withPage(
      research.command("audit").description("the audit log of a workspace, newest first").argument(...workspaceArgument)
    )),
    async () => (await load()).showWorkspaceAudit
  )
}

/** Workspaces of the research API and their projects. */
export const researchCommands: CommandGroup = (program, bind) => {
  const research = program.command("research").description("workspaces, their members and keys; research projects")
  wholeWorkspaces(research, bind)
  workspaceMembers(research, bind)
  workspaceKeys(research, bind)
  workspaceAudit(research, bind)
  projectCommands(research, bind)
  researchSurveyCommands(research, bind)
  bind(
    withOutput(withDatabase(
      research.command("demo").description(
        "run a demonstration from brief to packet, on a database that no server holds"
      )
        .option("--to <file>", "where to write the packet as a page", "auspex-packet.html")
    )),
    async () => (await import("../research/panelRuns/researchDemoCommand.ts")).researchDemoCommand
  )
  workspaceWebhookCommands(research, bind)
  bind(
    withOutput(
      research.command("frame").description("judge research questions by the framing rules, without a server")
        .argument("<file>", "YAML or JSON: a list of questions, each a text or a mapping; - for standard input")
        .addOption(
          choice(
            "--purpose <purpose>",
            "the purpose of the questions; survey if all are plain texts, else forecast",
            framingPurposeChoices
          )
        )
        .option("--today <date>", "judge as of this day (YYYY-MM-DD) instead of today")
    ),
    async () => (await import("../research/framing/frameCommand.ts")).frameCommand
  )
}
