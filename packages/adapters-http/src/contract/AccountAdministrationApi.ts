import { AdminAccount, AdminKey } from "@auspex/domain/accounts"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { BooleanFilter, listQuery } from "./ListQuery.ts"
import { listOf } from "./listOf.ts"
import { operation } from "./OperationPolicy.ts"
import { says } from "./says.ts"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** An account by its id, name or address. */
const Path = Schema.Struct({ id: Schema.String })
const Answer = Schema.Struct({ account: AdminAccount })

/** What administrators do with accounts and with their own keys. Every act is in the audit log. */
export const AccountAdministrationApi = HttpApiGroup.make("accountAdministration").annotate(
  OpenApi.Description,
  "What administrators do with accounts and with their own keys."
)
  .add(operation(
    HttpApiEndpoint.get("list", "/api/admin/accounts").annotateContext(
      says(
        "List accounts",
        "Accounts of every kind, newest first; by type, suspension, or a part of the name or address."
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
      says("Show an account", "By id, name or e-mail address.")
    ).setPath(Path).addSuccess(Answer),
    { access: "admin", refuses: ["ACCOUNT_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.post("verifyEmailOf", "/api/admin/accounts/:id/verify-email").annotateContext(
      says("Take an address for verified", "Verifies a human's address without the mail; repeating is harmless.")
    ).setPath(Path).addSuccess(Answer),
    { access: "admin", refuses: ["ACCOUNT_NOT_FOUND", "INVALID_TRANSITION"] }
  ))
  .add(operation(
    HttpApiEndpoint.post("suspend", "/api/admin/accounts/:id/suspend").annotateContext(
      says("Suspend an account", "Refuses the account's every call from now on, with the reason on record.")
    )
      .setPath(Path)
      .setPayload(Schema.Struct({ reason: Schema.String }))
      .addSuccess(Answer),
    { access: "admin", refuses: ["ACCOUNT_NOT_FOUND", "INVALID_TRANSITION"] }
  ))
  .add(operation(
    HttpApiEndpoint.post("restore", "/api/admin/accounts/:id/restore").annotateContext(
      says("Restore an account", "Ends a suspension.")
    ).setPath(Path).addSuccess(Answer),
    { access: "admin", refuses: ["ACCOUNT_NOT_FOUND", "INVALID_TRANSITION"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("keys", "/api/admin/keys").annotateContext(
      says("List admin keys", "All keys, the revoked and expired too, newest first; never the keys themselves.")
    ).addSuccess(Schema.Struct({ keys: Schema.Array(AdminKey) })),
    { access: "admin" }
  ))
  .add(operation(
    HttpApiEndpoint.post("makeKey", "/api/admin/keys").annotateContext(
      says("Make an admin key", "A key for one person, good for 90 days; its secret is shown this once.")
    )
      .setPayload(Schema.Struct({ name: Schema.String }).annotations({ identifier: "AdminKeyRequest" }))
      .addSuccess(Schema.Struct({ key: AdminKey, secret: Schema.String }), { status: 201 }),
    { access: "admin", refuses: ["DUPLICATE_NAME"], creates: { secret: true } }
  ))
  .add(operation(
    HttpApiEndpoint.del("revokeKey", "/api/admin/keys/:id").annotateContext(
      says("Revoke an admin key", "By id or name, at once.")
    ).setPath(Path).addSuccess(Schema.Struct({ key: AdminKey })),
    { access: "admin", refuses: ["ADMIN_KEY_NOT_FOUND"] }
  ))
