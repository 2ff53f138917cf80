import { WorkspaceRole } from "@auspex/domain/identity"
import { type WorkspaceMember, workspaceNameMax } from "@auspex/domain/workspaces"
import { html, htmlText, paragraph, said, timeOf } from "../../kit/Html.ts"
import { buttonForm, type Field, pageForm, submitButton, tokenInput } from "../../kit/PageForm.ts"
import { folded, may, rows, workspaceFrame, workspacePath, type WorkspaceView } from "./WorkspaceFrame.ts"

interface MembersView extends WorkspaceView {
  readonly members: ReadonlyArray<WorkspaceMember>
  /** The account of the reader. */
  readonly account_id: string
}

const roles: Readonly<Record<WorkspaceRole, string>> = {
  viewer: "Viewer: reads",
  member: "Member: also writes",
  admin: "Admin: also manages the workspace"
}

const roleNames = WorkspaceRole.literals.toReversed().map((role) => [role, roles[role]] as const)

const accountField: Field = {
  name: "account",
  label: "Account",
  hint: "The name or the e-mail address of a human who has signed up.",
  control: { as: "input", required: true }
}

/** The members of a workspace; its admins add and remove them, and everybody may leave. */
export const membersPage = (view: MembersView): string => {
  const { members, reader: { formToken }, refused, workspace } = view
  const path = workspacePath(workspace.id, "members")
  return workspaceFrame(
    view,
    "members",
    [
      html("h2", {}, "Members"),
      rows(members.map((member) => memberRow(view, member)), ""),
      ...(may(view, "manage")
        ? [
          folded(
            "Add a member",
            pageForm({
              id: "member",
              action: path,
              formToken,
              fields: [
                accountField,
                { name: "role", label: "Role", control: { as: "select", options: roleNames, value: "member" } }
              ],
              submit: "Add the member",
              refused
            }),
            { isOpen: refused?.id === "member" }
          ),
          folded(
            "Rename the workspace",
            pageForm({
              id: "rename",
              action: workspacePath(workspace.id, "rename"),
              formToken,
              fields: [{
                name: "name",
                label: "Name",
                control: { as: "input", required: true, maxlength: workspaceNameMax, value: workspace.name }
              }],
              submit: "Rename the workspace",
              refused
            }),
            { isOpen: refused?.id === "rename" }
          )
        ]
        : [paragraph("Admins of the workspace add members, change their roles and remove them.", "quiet")])
    ].join("\n")
  )
}

const memberRow = (view: MembersView, { account_id, added_at, name, role }: WorkspaceMember): string => {
  const { formToken } = view.reader
  const path = workspacePath(view.workspace.id, "members")
  const isReader = account_id === view.account_id
  const change = html(
    "form",
    { method: "post", action: `${path}/role`, class: "actions" },
    tokenInput(formToken),
    html("input", { type: "hidden", name: "account", value: account_id }),
    html(
      "select",
      { name: "role", "aria-label": `Role of ${name}`, class: "small" },
      ...roleNames.map(([value]) => html("option", { value, selected: value === role }, value))
    ),
    submitButton("Change", "quiet", { "aria-label": `Change the role of ${name}` })
  )
  const remove = buttonForm({
    action: `${path}/remove`,
    formToken,
    hidden: { account: account_id },
    submit: isReader ? "Leave" : "Remove",
    kind: "danger",
    label: isReader ? "Leave the workspace" : `Remove ${name}`
  })
  const managed = may(view, "manage")
  return html(
    "div",
    { class: "split" },
    html(
      "div",
      {},
      html("h3", {}, said(name), isReader ? html("span", { class: "quiet" }, " (you)") : ""),
      html("p", { class: "meta" }, `${htmlText(role)} · since ${timeOf(added_at)}`)
    ),
    managed || isReader ? html("div", { class: "actions" }, managed ? change : "", remove) : ""
  )
}
