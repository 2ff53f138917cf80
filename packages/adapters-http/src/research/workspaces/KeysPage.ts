import {
  keysPerMemberMax,
  type WorkspaceKey,
  workspaceKeyDaysDefault,
  workspaceKeyDaysMax,
  type WorkspaceMember,
  workspaceNameMax
} from "@auspex/domain/workspaces"
import { html, htmlText, paragraph, said, timeOf } from "../../kit/Html.ts"
import { buttonForm, pageForm } from "../../kit/PageForm.ts"
import {
  dotted,
  folded,
  may,
  rows,
  shownOnce,
  state,
  workspaceFrame,
  workspacePath,
  type WorkspaceView
} from "./WorkspaceFrame.ts"

interface KeysView extends WorkspaceView {
  readonly keys: ReadonlyArray<WorkspaceKey>
  /** By whose ids the keys of others are named. */
  readonly members: ReadonlyArray<WorkspaceMember>
  /** A key that was made just now, and its secret. */
  readonly created?: { readonly key: WorkspaceKey; readonly secret: string }
}

/** The reader's keys in a workspace, or everybody's for an admin. */
export const keysPage = (view: KeysView): string => {
  const { created, keys, members, reader: { formToken }, refused, workspace } = view
  const names = new Map(members.map(({ account_id, name }) => [account_id, name]))
  const [live, ended] = [keys.filter((key) => key.live), keys.filter((key) => !key.live)]
  return workspaceFrame(
    view,
    "keys",
    [
      html("h2", {}, may(view, "manage") ? "Keys of all members" : "Your keys"),
      paragraph(
        "Programs open the research API with a key, with the rights of the member whom it belongs to.",
        "quiet"
      ),
      created === undefined ? "" : shownOnce(`The key “${created.key.name}”`, created.secret),
      rows(live.map((key) => keyRow(view, key, names.get(key.account_id))), "No live keys."),
      folded(
        "Create a key",
        pageForm({
          id: "key",
          action: workspacePath(workspace.id, "keys"),
          formToken,
          fields: [
            {
              name: "name",
              label: "Name",
              hint: `What it is for. A member has ${keysPerMemberMax} live keys at most.`,
              control: { as: "input", required: true, maxlength: workspaceNameMax }
            },
            {
              name: "expires_in_days",
              label: "Valid for so many days",
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
          ],
          submit: "Create the key",
          refused
        }),
        { isOpen: refused?.id === "key" }
      ),
      ended.length === 0
        ? ""
        : folded("Keys that have ended", rows(ended.map((key) => keyRow(view, key, names.get(key.account_id))), ""))
    ].join("\n")
  )
}

const keyRow = (view: KeysView, key: WorkspaceKey, owner: string | undefined): string =>
  html(
    "div",
    { class: "split" },
    html(
      "div",
      {},
      html("h3", {}, said(key.name), " ", html("code", {}, htmlText(`rk_…${key.last4}`))),
      html(
        "p",
        { class: "meta" },
        dotted([
          owner === undefined ? "" : said(owner),
          key.last_used_at === undefined ? "never used" : `last used ${timeOf(key.last_used_at)}`,
          key.revoked_at === undefined
            ? `${key.live ? "expires" : "expired"} ${timeOf(key.expires_at)}`
            : `revoked ${timeOf(key.revoked_at)}`
        ])
      )
    ),
    key.live
      ? buttonForm({
        action: workspacePath(view.workspace.id, `keys/${encodeURIComponent(key.id)}/revoke`),
        formToken: view.reader.formToken,
        submit: "Revoke",
        kind: "danger",
        label: `Revoke the key ${key.name}`
      })
      : state(key.revoked_at === undefined ? "expired" : "revoked")
  )
