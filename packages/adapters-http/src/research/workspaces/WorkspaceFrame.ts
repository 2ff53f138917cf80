import type { Workspace } from "@auspex/domain/workspaces"
import { roleHas, type WorkspaceRight } from "@auspex/domain/identity"
import { counted } from "@auspex/domain/kernel"
import { html, htmlText, link, said } from "../../kit/Html.ts"
import { pageFrame, type Reader } from "../../kit/PageFrame.ts"
import type { RefusedForm } from "../../kit/PageForm.ts"

/** What all pages of a workspace are made from. */
export interface WorkspaceView {
  readonly reader: Reader
  readonly workspace: Workspace
  /** What has just been done, as the address says it. */
  readonly done?: string | undefined
  readonly refused?: RefusedForm | undefined
}

/** The parts of a workspace that have pages of their own. */
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
  "signed-up":
    "Your account has been created. Open the link in the mail that we sent you to verify your e-mail address.",
  "workspace-created": "The workspace is there. You are its admin.",
  "workspace-renamed": "The workspace has its new name.",
  "project-created": "The project is there.",
  "project-archived": "The project is archived. It stays readable and changes no more.",
  "question-added": "The question is added.",
  "source-added": "The source is queued. A worker reads it.",
  "run-started": "The panel is at work.",
  "run-cancelled": "The run is cancelled. What has been reasoned stays.",
  "run-resumed": "The run goes on.",
  "member-put": "The member has this role now.",
  "member-removed": "The member is removed, and its keys are revoked.",
  "link-closed": "The link is closed. The responses that came through it stay.",
  "panel-assigned": "The personas are assigned. They answer when the survey is run.",
  "key-revoked": "The key is revoked. It opens nothing any more.",
  "webhook-changed": "The webhook is changed.",
  "webhook-deleted": "The webhook is deleted, with its deliveries.",
  left: "You have left the workspace.",
  "delivery-sent": "The delivery is sent again."
}

/** What has just been done, in words. */
export const notice = (what: string | undefined): string =>
  what === undefined || !Object.hasOwn(notices, what)
    ? ""
    : html("div", { class: "notice", role: "status" }, html("p", {}, notices[what]!))

/** Whether the reader has a right in the workspace. */
export const may = ({ workspace: { role } }: WorkspaceView, right: WorkspaceRight): boolean =>
  role !== null && roleHas(role, right)

const articles = { admin: "an admin", member: "a member", viewer: "a viewer" } as const

const tabBar = (view: WorkspaceView, current: WorkspaceTab): string =>
  html(
    "nav",
    { class: "tabs", "aria-label": "Workspace" },
    ...tabs.filter(([, , right]) => may(view, right)).map(([tab, text]) =>
      link(workspacePath(view.workspace.id, tab === "projects" ? "" : tab), text, {
        "aria-current": tab === current ? "page" : undefined
      })
    )
  )

/** A page of a workspace, with the tabs to the others. `body` is markup. */
export const workspaceFrame = (view: WorkspaceView, tab: WorkspaceTab, body: string): string => {
  const { reader, workspace } = view
  const text = tabs.find(([name]) => name === tab)![1]
  return pageFrame({
    title: `${text} · ${workspace.name}`,
    heading: said(workspace.name),
    above: [["/research", "Workspaces"]],
    reader,
    lead: [
      html(
        "p",
        { class: "meta" },
        htmlText(
          `${counted(workspace.member_count, "member")}. You are ${
            workspace.role === null ? "no member" : articles[workspace.role]
          }.`
        )
      ),
      tabBar(view, tab),
      notice(view.done)
    ].join("\n"),
    body
  })
}

/** A mark of a state, such as "completed". */
export const state = (text: string, tone?: "good" | "bad"): string =>
  html("span", { class: tone === undefined ? "state" : `state ${tone}` }, htmlText(text))

/** A list of rows, or what is said when there is none. */
export const rows = (items: ReadonlyArray<string>, none: string): string =>
  items.length === 0
    ? html("p", { class: "empty" }, htmlText(none))
    : html("ul", { class: "rows" }, ...items.map((item) => html("li", {}, item)))

/** Texts with dots between them, as markup. */
export const dotted = (texts: ReadonlyArray<string>): string => texts.filter((text) => text !== "").join(" · ")

/** Something that is opened first: a form that is seldom needed, or one of several. */
export const folded = (
  summary: string,
  content: string,
  { about, isOpen = false }: { readonly isOpen?: boolean; readonly about?: string } = {}
): string =>
  html(
    "details",
    { open: isOpen },
    html(
      "summary",
      {},
      htmlText(summary),
      about === undefined ? "" : html("span", { class: "about" }, htmlText(about))
    ),
    html("div", {}, content)
  )

/** Links to the next page of a list and back to its beginning. */
export const pager = (
  path: string,
  query: Readonly<Record<string, string | undefined>>,
  nextCursor: string | null
): string => {
  const kept = Object.entries(query).filter((entry): entry is [string, string] =>
    entry[1] !== undefined && entry[1] !== ""
  )
  const address = (more: ReadonlyArray<readonly [string, string]>): string => {
    const parts = [...kept.filter(([name]) => name !== "cursor"), ...more].map(([name, value]) =>
      `${name}=${encodeURIComponent(value)}`
    )
    return parts.length === 0 ? path : `${path}?${parts.join("&")}`
  }
  const links = [
    ...(kept.some(([name]) => name === "cursor") ? [link(address([]), "Newest")] : []),
    ...(nextCursor === null ? [] : [link(address([["cursor", nextCursor]]), "Older", { rel: "next" })])
  ]
  return links.length === 0 ? "" : html("nav", { class: "links", "aria-label": "Pages of the list" }, ...links)
}

/** A secret that no later page shows. */
export const shownOnce = (what: string, secret: string): string =>
  html(
    "div",
    { class: "notice", role: "status" },
    html("p", {}, said(what), ". Copy it now: it is shown only once."),
    html("output", { class: "secret" }, htmlText(secret))
  )
