import type { Page } from "@auspex/domain/kernel"
import type { WorkspaceAuditEntry, WorkspaceKey, WorkspaceMember } from "@auspex/domain/workspaces"
import { Facts, Joined, timeOf, userText } from "../../kit/Html.tsx"
import { Pager, projectPath, Rows, workspaceFrame, workspacePath, type WorkspaceView } from "./WorkspaceFrame.tsx"

interface AuditView extends WorkspaceView {
  readonly page: Page<WorkspaceAuditEntry>
  readonly cursor?: string | undefined
  /** They name the keys of entries. */
  readonly keys: ReadonlyArray<WorkspaceKey>
  /** They name the accounts of entries. */
  readonly members: ReadonlyArray<WorkspaceMember>
}

/** The audit log of a workspace, for its admins. */
export const auditPage = (view: AuditView): string =>
  workspaceFrame(
    view,
    "audit",
    <>
      <h2>Audit log</h2>
      <Rows
        items={view.page.items.map((entry) => <EntryRow view={view} entry={entry} />)}
        none="Nothing has been done yet."
      />
      <Pager
        path={workspacePath(view.workspace.id, "audit")}
        query={{ cursor: view.cursor }}
        next={view.page.next_cursor}
      />
    </>
  )

const shownValue = (value: unknown): string =>
  typeof value === "string" ? value : Array.isArray(value) ? value.map(shownValue).join(", ") : JSON.stringify(value)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The details of an entry: names in place of ids, and no project, which is a link. */
const detailsOf = ({ members }: AuditView, detail: unknown) => {
  if (!isRecord(detail)) return detail === null ? [] : [userText(shownValue(detail))]
  return Object.entries(detail).filter(([name]) => name !== "project_id").map(([name, value]) => {
    const person = members.find(({ account_id }) => account_id === value)
    return <>{name.replace(/_id$/, "").replaceAll("_", " ")}: {userText(person?.name ?? shownValue(value))}</>
  })
}

/** The project that an entry is about. */
const projectOf = ({ detail, subject_id, subject_type }: WorkspaceAuditEntry): string | undefined => {
  if (subject_type === "project") return subject_id
  const id = isRecord(detail) ? detail["project_id"] : undefined
  return typeof id === "string" ? id : undefined
}

interface EntryProps {
  readonly view: AuditView
  readonly entry: WorkspaceAuditEntry
}

/** The key of an entry. Accounts that act on pages use none. */
const EntryKey = ({ entry: { key_id }, view: { keys } }: EntryProps) => {
  if (key_id === null) return <>without a key</>
  const key = keys.find(({ id }) => id === key_id)
  return key === undefined
    ? <>with the key {key_id}</>
    : (
      <>
        with the key {userText(key.name)} <code>rk_…{key.last4}</code>
      </>
    )
}

const EntryRow = ({ entry, view }: EntryProps) => {
  const { account_id, action, actor, at, detail, subject_id, subject_type } = entry
  const { members, workspace } = view
  const subject = members.find((member) => member.account_id === subject_id)?.name
  const [details, project] = [detailsOf(view, detail), projectOf(entry)]
  return (
    <>
      <h3>
        {userText(actor)} <code>{action}</code>
      </h3>
      <Facts>
        {timeOf(at)}
        {account_id !== null && <EntryKey entry={entry} view={view} />}
        {project === undefined
          ? <>{subject_type} {subject === undefined ? subject_id : userText(subject)}</>
          : <a href={projectPath(workspace.id, project)}>project</a>}
      </Facts>
      {details.length > 0 && (
        <p class="meta">
          <Joined between=" · ">{details}</Joined>
        </p>
      )}
    </>
  )
}
