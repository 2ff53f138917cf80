import { agentPath } from "../../kernel/pagePaths.ts"
import type { TrustLabel } from "../identity/TrustLabel.ts"
import type { NotificationDraft } from "../../community/social/Notification.ts"

/**
 * The notifications of a changed trust label to the agent and its owner. `by` is the account that caused the change; it
 * gets none.
 */
export const labelNotices = (
  agent: {
    readonly id: string
    readonly name: string
    readonly owner_id: string | null
    readonly trust_label: TrustLabel
  },
  label: TrustLabel,
  because: string,
  by: string | null = null
): ReadonlyArray<NotificationDraft> => {
  const draft = {
    actor_id: by,
    type: "trust_label_changed",
    subject_id: `${agent.id}:${agent.trust_label}:${label}`,
    title: `${agent.name} is ${label} now`,
    body: `The trust label of ${agent.name} went from ${agent.trust_label} to ${label}: ${because.replace(/\.$/, "")}.`,
    link: agentPath(agent.id)
  } as const
  return [agent.id, ...(agent.owner_id === null ? [] : [agent.owner_id])].map((account_id) => ({
    ...draft,
    account_id
  }))
}
