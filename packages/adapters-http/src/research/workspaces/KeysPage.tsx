import {
  keysPerMemberMax,
  type WorkspaceKey,
  workspaceKeyDaysDefault,
  workspaceKeyDaysMax,
  type WorkspaceMember,
  workspaceNameMax
} from "@auspex/domain/workspaces"
import { Facts, timeOf, userText } from "../../kit/Html.tsx"
import { ButtonForm, Folded, FoldedForm } from "../../kit/PageForm.tsx"
import { may, Rows, State, workspaceFrame, workspacePath, type WorkspaceView } from "./WorkspaceFrame.tsx"

interface KeysView extends WorkspaceView {
  readonly keys: ReadonlyArray<WorkspaceKey>
  /** They name the owners of keys. */
  readonly members: ReadonlyArray<WorkspaceMember>
}

/** The reader's keys in a workspace, or everybody's for an admin. */
export const keysPage = (view: KeysView): string => {
  const { keys, members, workspace } = view
  const row = (key: WorkspaceKey) => (
    <KeyRow
      workspaceId={workspace.id}
      of={key}
      owner={members.find(({ account_id }) => account_id === key.account_id)?.name}
    />
  )
  const ended = keys.filter((key) => !key.live)
  return workspaceFrame(
    view,
    "keys",
    <>
      <h2>{may(view, "manage") ? "Keys of all members" : "Your keys"}</h2>
      <p class="quiet">Programs open the research API with a key, with the rights of the member whom it belongs to.</p>
      <Rows items={keys.filter((key) => key.live).map(row)} none="No live keys." />
      <FoldedForm
        summary="Create a key"
        id="key"
        action={workspacePath(workspace.id, "keys")}
        fields={[
          {
            name: "name",
            label: "Name",
            hint: `What it is for. A member has ${keysPerMemberMax} live keys at most.`,
            control: { as: "input", required: true, maxlength: workspaceNameMax }
          },
          {
            name: "expires_in_days",
            label: "Days until the key expires",
            hint: `1 to ${workspaceKeyDaysMax}.`,
            control: {
              as: "input",
              type: "number",
              min: 1,
              max: workspaceKeyDaysMax,
              value: String(workspaceKeyDaysDefault),
              required: true
            }
          }
        ]}
        submit="Create the key"
      />
      {ended.length > 0 && (
        <Folded summary="Expired and revoked keys">
          <Rows items={ended.map(row)} />
        </Folded>
      )}
    </>
  )
}

interface KeyRowProps {
  readonly workspaceId: string
  readonly of: WorkspaceKey
  readonly owner: string | undefined
}

const KeyRow = ({ of: key, owner, workspaceId }: KeyRowProps) => (
  <div class="split">
    <div>
      <h3>
        {userText(key.name)} <code>rk_…{key.last4}</code>
      </h3>
      <Facts>
        {owner !== undefined && userText(owner)}
        {key.last_used_at === undefined ? "never used" : <>last used {timeOf(key.last_used_at)}</>}
        {key.revoked_at === undefined
          ? <>{key.live ? "expires" : "expired"} {timeOf(key.expires_at)}</>
          : <>revoked {timeOf(key.revoked_at)}</>}
      </Facts>
    </div>
    {key.live
      ? (
        <ButtonForm
          action={workspacePath(workspaceId, `keys/${encodeURIComponent(key.id)}/revoke`)}
          submit="Revoke"
          kind="danger"
          label={`Revoke the key ${key.name}`}
        />
      )
      : <State text={key.revoked_at === undefined ? "expired" : "revoked"} />}
  </div>
)
