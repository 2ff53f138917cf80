import { counted, type Page } from "@auspex/domain/kernel"
import { type Workspace, workspaceNameMax } from "@auspex/domain/workspaces"
import { Facts, timeOf, userText } from "../../kit/Html.tsx"
import { FoldedForm } from "../../kit/PageForm.tsx"
import { pageFrame, type PageParts } from "../../kit/PageFrame.tsx"
import type { Reader } from "../../kit/PageContext.ts"
import { DoneNotice, Pager, Rows, workspacePath } from "./WorkspaceFrame.tsx"

/** The address of the list. */
export const workspacesPath = "/research"

interface WorkspaceListView extends Pick<PageParts, "refused"> {
  readonly reader: Reader
  readonly page: Page<Workspace>
  readonly cursor?: string | undefined
  readonly done?: string | undefined
}

const WorkspaceRow = ({ of: { created_at, id, member_count, name, role } }: { readonly of: Workspace }) => (
  <>
    <h2 class="title">
      <a href={workspacePath(id)}>{userText(name)}</a>
    </h2>
    <Facts>
      {counted(member_count, "member")}
      {role !== null && `Your role: ${role}`}
      <>Since {timeOf(created_at)}</>
    </Facts>
  </>
)

/** The workspaces of the reader, and a form for another one. */
export const workspaceListPage = ({ cursor, done, page, reader, refused }: WorkspaceListView): string =>
  pageFrame({
    title: "Workspaces",
    reader,
    refused,
    lead: <DoneNotice of={done} />,
    body: (
      <>
        <Rows
          items={page.items.map((workspace) => <WorkspaceRow of={workspace} />)}
          none="You are a member of no workspace yet. Create one, or ask an admin of another to add you."
        />
        <Pager path={workspacesPath} query={{ cursor }} next={page.next_cursor} />
        <FoldedForm
          summary="Create a workspace"
          isOpen={page.items.length === 0}
          id="workspace"
          action={`${workspacesPath}/new`}
          fields={[{
            name: "name",
            label: "Name",
            hint: "Projects, members and keys of a workspace are closed to everybody else.",
            control: { as: "input", required: true, maxlength: workspaceNameMax }
          }]}
          submit="Create the workspace"
        />
      </>
    )
  })
