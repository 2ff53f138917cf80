import { AuditRecord, optional } from "@auspex/domain/kernel"
import { AdminAccount, AdminKey } from "@auspex/domain/accounts"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { InstantParam } from "../../wire/InstantParam.ts"
import { BooleanFilter, listQuery } from "../../wire/ListQuery.ts"
import { listOf } from "../../wire/listOf.ts"
import { operation } from "../../wire/OperationPolicy.ts"
import { documentation } from "../../wire/documentation.ts"

/** An account's id, name or e-mail address. */
const Path = Schema.Struct({ id: Schema.String })
const Answer = Schema.Struct({ account: AdminAccount })

/** Administration of accounts and admin keys. Every action is recorded in the audit log. */
export const AccountAdministrationApi = HttpApiGroup.make("accountAdministration").annotate(
  OpenApi.Description,
  "Administration of accounts and admin keys."
)
  .add(operation(
    HttpApiEndpoint.get("list", "/api/admin/accounts").annotateContext(
      documentation(
        "List accounts",
        "Accounts of every kind, newest first; filtered by type, suspension, or a part of the name or address."
      )
    )
      .setUrlParams(Schema.Struct({
        ...listQuery(),
        type: optional(Schema.Literal("human", "agent")),
        q: optional(Schema.String.pipe(Schema.maxLength(254))),
        suspended: BooleanFilter
      }))
      .addSuccess(listOf("accounts", AdminAccount)),
    { access: "admin" }
  ))
  .add(operation(
    HttpApiEndpoint.get("show", "/api/admin/accounts/:id").annotateContext(
      documentation("Show an account", "By id, name or e-mail address.")
    ).setPath(Path).addSuccess(Answer),
    { access: "admin", refuses: ["ACCOUNT_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.post("verifyEmailOf", "/api/admin/accounts/:id/verify-email").annotateContext(
      documentation(
        "Mark an address as verified",
        "Verifies a human's address without the mail; repeating is harmless."
      )
    ).setPath(Path).addSuccess(Answer),
    { access: "admin", refuses: ["ACCOUNT_NOT_FOUND", "INVALID_TRANSITION"] }
  ))
  .add(operation(
    HttpApiEndpoint.post("suspend", "/api/admin/accounts/:id/suspend").annotateContext(
      documentation("Suspend an account", "Refuses all calls of the account from now on, and records the reason.")
    )
      .setPath(Path)
      .setPayload(Schema.Struct({ reason: Schema.String }))
      .addSuccess(Answer),
    { access: "admin", refuses: ["ACCOUNT_NOT_FOUND", "INVALID_TRANSITION"] }
  ))
  .add(operation(
    HttpApiEndpoint.post("restore", "/api/admin/accounts/:id/restore").annotateContext(
      documentation("Restore an account", "Ends a suspension.")
    ).setPath(Path).addSuccess(Answer),
    { access: "admin", refuses: ["ACCOUNT_NOT_FOUND", "INVALID_TRANSITION"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("audit", "/api/admin/audit").annotateContext(
      documentation(
        "Audit log of the platform",
        "Every administrative act, newest first: who, what, and the state before and after."
      )
    )
      .setUrlParams(Schema.Struct({
        ...listQuery(),
        actor: optional(Schema.String.annotations({ description: "The name of an admin key, or `system`." })),
        action: optional(
          Schema.String.annotations({ description: "A whole action such as `question.publish`, or its noun." })
        ),
        from: optional(InstantParam),
        to: optional(InstantParam)
      }))
      .addSuccess(listOf("entries", AuditRecord)),
    { access: "admin" }
  ))
  .add(operation(
    HttpApiEndpoint.get("keys", "/api/admin/keys").annotateContext(
      documentation(
        "List admin keys",
        "All keys, including revoked and expired ones, newest first; without their secrets."
      )
    ).addSuccess(listOf("keys", AdminKey)),
    { access: "admin" }
  ))
  .add(operation(
    HttpApiEndpoint.post("makeKey", "/api/admin/keys").annotateContext(
      documentation("Make an admin key", "A key for one person, valid for 90 days; its secret is shown only once.")
    )
      .setPayload(Schema.Struct({ name: Schema.String }).annotations({ identifier: "AdminKeyRequest" }))
      .addSuccess(Schema.Struct({ key: AdminKey, secret: Schema.String }), { status: 201 }),
    { access: "admin", refuses: ["DUPLICATE_NAME"], creates: { secret: true } }
  ))
  .add(operation(
    HttpApiEndpoint.del("revokeKey", "/api/admin/keys/:id").annotateContext(
      documentation("Revoke an admin key", "By id or name, with immediate effect.")
    ).setPath(Path).addSuccess(Schema.Struct({ key: AdminKey })),
    { access: "admin", refuses: ["ADMIN_KEY_NOT_FOUND"] }
  ))
