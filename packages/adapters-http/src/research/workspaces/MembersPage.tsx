import { WorkspaceRole } from "@auspex/domain/identity"
import { type WorkspaceMember, workspaceNameMax } from "@auspex/domain/workspaces"
import { timeOf, userText } from "../../kit/Html.tsx"
import { ButtonForm, type Field, FoldedForm, PostForm, SelectOptions } from "../../kit/PageForm.tsx"
import { may, Rows, workspaceFrame, workspacePath, type WorkspaceView } from "./WorkspaceFrame.tsx"

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

const roleNames = WorkspaceRole.literals.toReversed()

const memberFields: ReadonlyArray<Field> = [
  {
    name: "account",
    label: "Account",
    hint: "The name or the e-mail address of a human who has signed up.",
    control: { as: "input", required: true }
  },
  {
    name: "role",
    label: "Role",
    control: { as: "select", options: roleNames.map((role) => [role, roles[role]] as const), value: "member" }
  }
]

/** The members of a workspace; its admins add and remove them, and everybody may leave. */
export const membersPage = (view: MembersView): string => {
  const { members, workspace } = view
  return workspaceFrame(
    view,
    "members",
    <>
      <h2>Members</h2>
      <Rows items={members.map((member) => <MemberRow view={view} member={member} />)} />
      {may(view, "manage")
        ? (
          <>
            <FoldedForm
              summary="Add a member"
              id="member"
              action={workspacePath(workspace.id, "members")}
              fields={memberFields}
              submit="Add the member"
            />
            <FoldedForm
              summary="Rename the workspace"
              id="rename"
              action={workspacePath(workspace.id, "rename")}
              fields={[{
                name: "name",
                label: "Name",
                control: { as: "input", required: true, maxlength: workspaceNameMax, value: workspace.name }
              }]}
              submit="Rename the workspace"
            />
          </>
        )
        : <p class="quiet">Admins of the workspace add members, change their roles and remove them.</p>}
    </>
  )
}

const MemberRow = ({ member, view }: { readonly view: MembersView; readonly member: WorkspaceMember }) => {
  const { account_id, added_at, name, role } = member
  const path = workspacePath(view.workspace.id, "members")
  const isReader = account_id === view.account_id
  const managed = may(view, "manage")
  return (
    <div class="split">
      <div>
        <h3>
          {userText(name)}
          {isReader && <span class="quiet">{" (you)"}</span>}
        </h3>
        <p class="meta">{role} · since {timeOf(added_at)}</p>
      </div>
      {(managed || isReader) && (
        <div class="actions">
          {managed && (
            <PostForm action={`${path}/role`} class="actions" hidden={{ account: account_id }}>
              <select name="role" aria-label={`Role of ${name}`} class="small">
                <SelectOptions options={roleNames.map((one) => [one, one])} chosen={role} />
              </select>
              <button type="submit" class="quiet" aria-label={`Change the role of ${name}`}>Change</button>
            </PostForm>
          )}
          <ButtonForm
            action={`${path}/remove`}
            hidden={{ account: account_id }}
            submit={isReader ? "Leave" : "Remove"}
            kind="danger"
            label={isReader ? "Leave the workspace" : `Remove ${name}`}
          />
        </div>
      )}
    </div>
  )
}
