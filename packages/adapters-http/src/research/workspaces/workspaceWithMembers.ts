import { Workspaces } from "@auspex/domain/workspaces"
import { Effect } from "effect"
import type { RefusedForm } from "../../kit/RefusedForm.ts"
import type { PageRequest } from "../../pages/sessionPage.ts"

/** The workspace with its members, for pages that name them. */
export const workspaceWithMembers = ({ actor, notice, path, query, reader }: PageRequest, refused?: RefusedForm) =>
  Effect.map(
    Effect.flatMap(Workspaces, ({ detail }) => detail(actor, path["workspace_id"]!)),
    ({ members, ...workspace }) => ({ reader, workspace, members, refused, notice, done: query["done"] })
  )
