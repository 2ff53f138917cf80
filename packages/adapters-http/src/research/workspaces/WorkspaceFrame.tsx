import type { Workspace } from "@auspex/domain/workspaces"
import { roleHas, type WorkspaceRight } from "@auspex/domain/identity"
import { counted } from "@auspex/domain/kernel"
import { webhookActs } from "../../platform/webhooks/WebhooksPage.tsx"
import { DoneNotice as DoneNoticeOf } from "../../kit/DoneNotice.tsx"
import { type Html, userText } from "../../kit/Html.tsx"
import { pageFrame, type PageParts } from "../../kit/PageFrame.tsx"
import type { Reader } from "../../kit/PageContext.ts"

export { Pager, Rows } from "../../kit/Rows.tsx"

/** The data of all pages of a workspace. */
export interface WorkspaceView extends Pick<PageParts, "notice" | "refused"> {
  readonly reader: Reader
  readonly workspace: Workspace
  /** The act that led to this page, from the query of its address. */
  readonly done?: string | undefined
}

/** The parts of a workspace with a page each. */
export type WorkspaceTab = "projects" | "members" | "keys" | "webhooks" | "audit"

/** The address of a workspace, or of a part of it. */
export const workspacePath = (id: string, part = ""): string =>
  `/research/${encodeURIComponent(id)}${part === "" ? "" : `/${part}`}`

/** The address of a project, or of a part of it. */
export const projectPath = (workspaceId: string, id: string, part = ""): string =>
  workspacePath(workspaceId, `projects/${encodeURIComponent(id)}${part === "" ? "" : `/${part}`}`)

const tabs: ReadonlyArray<readonly [tab: WorkspaceTab, text: string, right: WorkspaceRight]> = [
  ["projects", "Projects", "read"],
  ["members", "Members", "read"],
  ["keys", "Keys", "read"],
  ["webhooks", "Webhooks", "manage"],
  ["audit", "Audit log", "manage"]
]

const notices: Readonly<Record<string, string>> = {
  "workspace-created": "The workspace has been created. You are its admin.",
  "workspace-renamed": "The workspace has been renamed.",
  "project-created": "The project has been created.",
  "project-archived": "The project is archived. It stays readable and no longer changes.",
  "question-added": "The question is added.",
  "source-added": "The source is queued. A worker reads it.",
  "run-started": "The panel is at work.",
  "run-cancelled": "The run is cancelled. Finished reasonings stay.",
  "run-resumed": "The run is resumed.",
  "member-put": "The member has the new role.",
  "member-removed": "The member is removed, and its keys are revoked.",
  "link-closed": "The link is closed. The responses that came through it stay.",
  "panel-assigned": "The personas are assigned. They answer when the survey is run.",
  "key-revoked": "The key is revoked and can no longer be used.",
  left: "You have left the workspace.",
  ...webhookActs
}

/** The outcome of the act that led to this page, in words. */
export const DoneNotice = ({ of }: { readonly of: string | undefined }) => <DoneNoticeOf of={of} texts={notices} />

/** Whether the reader has a right in the workspace. */
export const may = ({ workspace: { role } }: WorkspaceView, right: WorkspaceRight): boolean =>
  role !== null && roleHas(role, right)

const articles = { admin: "an admin", member: "a member", viewer: "a viewer" } as const

const TabBar = ({ current, view }: { readonly view: WorkspaceView; readonly current: WorkspaceTab }) => (
  <nav class="tabs" aria-label="Workspace">
    {tabs.filter(([, , right]) => may(view, right)).map(([tab, text]) => (
      <a
        href={workspacePath(view.workspace.id, tab === "projects" ? "" : tab)}
        aria-current={tab === current ? "page" : undefined}
      >
        {text}
      </a>
    ))}
  </nav>
)

/** A page of a workspace, with the tabs to the others. */
export const workspaceFrame = (view: WorkspaceView, tab: WorkspaceTab, body: Html): string => {
  const { done, notice, reader, refused, workspace } = view
  const text = tabs.find(([name]) => name === tab)![1]
  const role = workspace.role === null ? "no member" : articles[workspace.role]
  return pageFrame({
    title: `${text} · ${workspace.name}`,
    heading: userText(workspace.name),
    above: [["/research", "Workspaces"]],
    reader,
    refused,
    notice,
    lead: (
      <>
        <p class="meta">{`${counted(workspace.member_count, "member")}. You are ${role}.`}</p>
        <TabBar view={view} current={tab} />
        <DoneNotice of={done} />
      </>
    ),
    body
  })
}

/** A mark of a state, such as "completed". */
export const State = ({ text, tone }: { readonly text: string; readonly tone?: "good" | "bad" | undefined }) => (
  <span class={tone === undefined ? "state" : `state ${tone}`}>{text}</span>
)
