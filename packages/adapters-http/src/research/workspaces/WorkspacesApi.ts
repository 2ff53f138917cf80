import { WorkspaceRole, WorkspaceTier } from "@auspex/domain/identity"
import { optional } from "@auspex/domain/kernel"
import {
  Workspace,
  WorkspaceAuditEntry,
  WorkspaceKey,
  workspaceKeyDaysDefault,
  workspaceKeyDaysMax,
  WorkspaceMember,
  workspaceNameMax
} from "@auspex/domain/workspaces"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { documentation } from "../../wire/documentation.ts"
import { ListQuery } from "../../wire/ListQuery.ts"
import { listOf } from "../../wire/listOf.ts"
import { bodyBytesMax } from "../../wire/bodyBytesMax.ts"
import { operation } from "../../wire/OperationPolicy.ts"

const WorkspacePath = Schema.Struct({ workspace_id: Schema.String })
const MemberPath = Schema.Struct({ workspace_id: Schema.String, account: Schema.String })
const KeyPath = Schema.Struct({ workspace_id: Schema.String, key_id: Schema.String })

const name = Schema.String.annotations({ jsonSchema: { type: "string", minLength: 1, maxLength: workspaceNameMax } })

const CreateRequest = Schema.Struct({
  name,
  owner: optional(Schema.String.annotations({
    description: "For administrators: the id, name or e-mail address of the human who becomes the first admin."
  }))
}).annotations({ identifier: "WorkspaceRequest", examples: [{ name: "Olive & Sons" }] })

const UpdateRequest = Schema.Struct({
  name: optional(name),
  tier: optional(WorkspaceTier.annotations({ description: "Set by administrators of the platform." }))
}).annotations({ identifier: "WorkspaceUpdateRequest", examples: [{ name: "Olive & Daughters" }] })

const MemberRequest = Schema.Struct({ role: WorkspaceRole }).annotations({ identifier: "WorkspaceMemberRequest" })

const KeyRequest = Schema.Struct({
  name,
  expires_in_days: optional(Schema.Number.annotations({
    jsonSchema: { type: "integer", minimum: 1, maximum: workspaceKeyDaysMax, default: workspaceKeyDaysDefault }
  })),
  account: optional(Schema.String.annotations({
    description: "For administrators: the id, name or e-mail address of the member that the key belongs to."
  }))
}).annotations({ identifier: "WorkspaceKeyRequest", examples: [{ name: "notebook" }] })

const WorkspaceDetail = Schema.Struct({ ...Workspace.fields, members: Schema.Array(WorkspaceMember) }).annotations({
  identifier: "WorkspaceDetail"
})

const CreatedKey = Schema.Struct({ key: WorkspaceKey, secret: Schema.String }).annotations({
  identifier: "CreatedWorkspaceKey"
})

const change = { access: "manager", bodyBytesMax: bodyBytesMax.action } as const

/** Workspaces of the research API: made and managed here, used there. */
export const WorkspacesApi = HttpApiGroup.make("workspaces").annotate(
  OpenApi.Description,
  "Workspaces of the research API: their members, keys and audit log."
)
  .add(operation(
    HttpApiEndpoint.post("createWorkspace", "/api/workspaces").annotateContext(
      documentation(
        "Create a workspace",
        "Its creator becomes its first admin; an administrator of the platform names another as `owner`."
      )
    ).setPayload(CreateRequest).addSuccess(Workspace, { status: 201 }),
    {
      ...change,
      creates: {},
      refuses: ["EMAIL_NOT_VERIFIED", "ADMIN_REQUIRED", "ACCOUNT_NOT_FOUND", "WORKSPACE_LIMIT"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.get("workspaces", "/api/workspaces").annotateContext(
      documentation("List workspaces", "The caller's workspaces, or all for an administrator, the newest first.")
    ).setUrlParams(ListQuery).addSuccess(listOf("workspaces", Workspace)),
    { access: "manager" }
  ))
  .add(operation(
    HttpApiEndpoint.get("workspace", "/api/workspaces/:workspace_id").annotateContext(
      documentation("Show a workspace", "With its members. Workspaces of others are not found.")
    ).setPath(WorkspacePath).addSuccess(WorkspaceDetail),
    { access: "manager", refuses: ["WORKSPACE_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.patch("updateWorkspace", "/api/workspaces/:workspace_id").annotateContext(
      documentation("Change a workspace", "Its name, by its admins; its tier, by administrators of the platform.")
    ).setPath(WorkspacePath).setPayload(UpdateRequest).addSuccess(Workspace),
    { ...change, refuses: ["WORKSPACE_NOT_FOUND", "INSUFFICIENT_PERMISSIONS", "ADMIN_REQUIRED"] }
  ))
  .add(operation(
    HttpApiEndpoint.put("putMember", "/api/workspaces/:workspace_id/members/:account").annotateContext(
      documentation(
        "Add a member or change its role",
        "The account is named by id, name or e-mail address; a viewer reads, a member also writes, an admin also manages."
      )
    ).setPath(MemberPath).setPayload(MemberRequest).addSuccess(WorkspaceMember),
    {
      ...change,
      refuses: [
        "WORKSPACE_NOT_FOUND",
        "INSUFFICIENT_PERMISSIONS",
        "ACCOUNT_NOT_FOUND",
        "WORKSPACE_LIMIT",
        "WORKSPACE_NEEDS_ADMIN"
      ]
    }
  ))
  .add(operation(
    HttpApiEndpoint.del("removeMember", "/api/workspaces/:workspace_id/members/:account").annotateContext(
      documentation("Remove a member", "Revokes the member's keys. Everybody may leave, except the last admin.")
    ).setPath(MemberPath).addSuccess(WorkspaceMember),
    {
      ...change,
      refuses: [
        "WORKSPACE_NOT_FOUND",
        "WORKSPACE_MEMBER_NOT_FOUND",
        "INSUFFICIENT_PERMISSIONS",
        "ACCOUNT_NOT_FOUND",
        "WORKSPACE_NEEDS_ADMIN"
      ]
    }
  ))
  .add(operation(
    HttpApiEndpoint.post("createKey", "/api/workspaces/:workspace_id/keys").annotateContext(
      documentation(
        "Create a workspace key",
        `Its secret is shown once. It is valid for ${workspaceKeyDaysDefault} days, or as long as requested, and only while its holder is a member.`
      )
    ).setPath(WorkspacePath).setPayload(KeyRequest).addSuccess(CreatedKey, { status: 201 }),
    {
      ...change,
      creates: { secret: true },
      refuses: [
        "WORKSPACE_NOT_FOUND",
        "WORKSPACE_MEMBER_NOT_FOUND",
        "ACCOUNT_NOT_FOUND",
        "ADMIN_REQUIRED",
        "WORKSPACE_LIMIT"
      ]
    }
  ))
  .add(operation(
    HttpApiEndpoint.get("keys", "/api/workspaces/:workspace_id/keys").annotateContext(
      documentation("List workspace keys", "The caller's keys, or all keys for an admin; ended keys are included.")
    ).setPath(WorkspacePath).addSuccess(listOf("keys", WorkspaceKey)),
    { access: "manager", refuses: ["WORKSPACE_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.del("revokeKey", "/api/workspaces/:workspace_id/keys/:key_id").annotateContext(
      documentation(
        "Revoke a workspace key",
        "Immediately; a key of the caller, or any key for an admin of the workspace."
      )
    ).setPath(KeyPath).addSuccess(WorkspaceKey),
    { ...change, refuses: ["WORKSPACE_NOT_FOUND", "WORKSPACE_KEY_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("workspaceAudit", "/api/workspaces/:workspace_id/audit").annotateContext(
      documentation("Audit log of a workspace", "The acts in the workspace, the newest first; for its admins.")
    ).setPath(WorkspacePath).setUrlParams(ListQuery).addSuccess(listOf("entries", WorkspaceAuditEntry)),
    { access: "manager", refuses: ["WORKSPACE_NOT_FOUND", "INSUFFICIENT_PERMISSIONS"] }
  ))
