import type { Page } from "@auspex/domain/kernel"
import type { WorkspaceAuditEntry, WorkspaceKey, WorkspaceMember } from "@auspex/domain/workspaces"
import { html, htmlText, link, said, timeOf } from "../../kit/Html.ts"
import {
  dotted,
  pager,
  projectPath,
  rows,
  workspaceFrame,
  workspacePath,
  type WorkspaceView
} from "./WorkspaceFrame.ts"

interface AuditView extends WorkspaceView {
  readonly page: Page<WorkspaceAuditEntry>
  readonly cursor?: string | undefined
  /** By whose ids the keys are named. */
  readonly keys: ReadonlyArray<WorkspaceKey>
  /** By whose ids accounts are named. */
  readonly members: ReadonlyArray<WorkspaceMember>
}

/** What was done in a workspace, for its admins. */
export const auditPage = (view: AuditView): string =>
  workspaceFrame(
    view,
    "audit",
    [
      html("h2", {}, "Audit log"),
      rows(view.page.items.map((entry) => entryRow(view, entry)), "Nothing has been done yet."),
      pager(workspacePath(view.workspace.id, "audit"), { cursor: view.cursor }, view.page.next_cursor)
    ].join("\n")
  )

const shownValue = (value: unknown): string =>
  typeof value === "string" ? value : Array.isArray(value) ? value.map(shownValue).join(", ") : JSON.stringify(value)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The particulars of an entry, with names in place of ids, and without the project, which is a link. */
const particulars = ({ members }: AuditView, detail: unknown): string =>
  isRecord(detail)
    ? Object.entries(detail).filter(([name]) => name !== "project_id").map(([name, value]) => {
      const person = members.find(({ account_id }) => account_id === value)
      return `${htmlText(name.replace(/_id$/, "").replaceAll("_", " "))}: ${said(person?.name ?? shownValue(value))}`
    }).join(" · ")
    : detail === null
    ? ""
    : said(shownValue(detail))

/** The project that an entry is about. */
const projectOf = ({ detail, subject_id, subject_type }: WorkspaceAuditEntry): string | undefined => {
  if (subject_type === "project") return subject_id
  const id = isRecord(detail) ? detail["project_id"] : undefined
  return typeof id === "string" ? id : undefined
}

const entryRow = (view: AuditView, entry: WorkspaceAuditEntry): string => {
  const { account_id, action, actor, at, detail, key_id, subject_id, subject_type } = entry
  const { keys, members, workspace } = view
  const subject = members.find((member) => member.account_id === subject_id)?.name
  const more = particulars(view, detail)
  const [key, project] = [keys.find(({ id }) => id === key_id), projectOf(entry)]
  return html("h3", {}, said(actor), " ", html("code", {}, htmlText(action)))
    + html(
      "p",
      { class: "meta" },
      dotted([
        timeOf(at),
        account_id === null
          ? ""
          : key_id === null
          ? "without a key"
          : key === undefined
          ? htmlText(`with the key ${key_id}`)
          : `with the key ${said(key.name)} ${html("code", {}, htmlText(`rk_…${key.last4}`))}`,
        project === undefined
          ? `${htmlText(subject_type)} ${subject === undefined ? htmlText(subject_id) : said(subject)}`
          : link(projectPath(workspace.id, project), "project")
      ])
    )
    + (more === "" ? "" : html("p", { class: "meta" }, more))
}
