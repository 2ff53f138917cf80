import { counted, type Page } from "@auspex/domain/kernel"
import { type Workspace, workspaceNameMax } from "@auspex/domain/workspaces"
import { html, htmlText, link, said, timeOf } from "../../kit/Html.ts"
import { pageFrame, type Reader } from "../../kit/PageFrame.ts"
import { pageForm, type RefusedForm } from "../../kit/PageForm.ts"
import { dotted, folded, notice, pager, rows, workspacePath } from "./WorkspaceFrame.ts"

/** The address of the list. */
export const workspacesPath = "/research"

/** The workspaces of the reader, and a form for another one. */
export const workspaceListPage = (
  { cursor, done, page, reader, refused }: {
    readonly reader: Reader
    readonly page: Page<Workspace>
    readonly cursor?: string | undefined
    readonly done?: string | undefined
    readonly refused?: RefusedForm | undefined
  }
): string =>
  pageFrame({
    title: "Workspaces",
    reader,
    lead: notice(done),
    body: [
      rows(
        page.items.map(({ created_at, id, member_count, name, role }) =>
          html("h2", { class: "title" }, link(workspacePath(id), said(name)))
          + html(
            "p",
            { class: "meta" },
            dotted([
              htmlText(counted(member_count, "member")),
              role === null ? "" : `Your role: ${role}`,
              `Since ${timeOf(created_at)}`
            ])
          )
        ),
        "You are a member of no workspace yet. Create one, or ask an admin of another to add you."
      ),
      pager(workspacesPath, { cursor }, page.next_cursor),
      folded(
        "Create a workspace",
        pageForm({
          id: "workspace",
          action: `${workspacesPath}/new`,
          formToken: reader.formToken,
          fields: [{
            name: "name",
            label: "Name",
            hint: "Projects, members and keys of a workspace are closed to everybody else.",
            control: { as: "input", required: true, maxlength: workspaceNameMax }
          }],
          submit: "Create the workspace",
          refused
        }),
        { isOpen: refused !== undefined || page.items.length === 0 }
      )
    ].join("\n")
  })
