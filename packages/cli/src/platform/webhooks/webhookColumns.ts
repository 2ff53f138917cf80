import type { Webhook, WebhookDelivery } from "@auspex/domain/webhooks"
import type { Column } from "../../kit/output/table.ts"

/** Whether a webhook gets events. */
export const stateColumn: Column<Webhook> = {
  header: "STATE",
  value: (row) => row.active ? (row.failing_since === undefined ? "active" : "failing") : row.disabled_reason ?? "off",
  colour: (row) => row.active && row.failing_since === undefined ? undefined : "yellow"
}

/** What a webhook is subscribed to, and where it sends. */
export const subscriptionColumns: ReadonlyArray<Column<Webhook>> = [
  { header: "URL", value: (row) => row.url, shrinks: true },
  { header: "EVENTS", value: (row) => row.events.join(" "), shrinks: true }
]

const lastOf = ({ attempts }: WebhookDelivery) => attempts[attempts.length - 1]

/** Deliveries with their latest attempt. */
export const deliveryColumns: ReadonlyArray<Column<WebhookDelivery>> = [
  { header: "ID", value: (row) => row.id },
  { header: "SEQ", value: (row) => row.sequence ?? "", right: true },
  { header: "EVENT", value: (row) => row.event },
  { header: "STATUS", value: (row) => row.status, colour: (row) => row.status === "failed" ? "red" : undefined },
  { header: "ATTEMPTS", value: (row) => row.attempts.length, right: true },
  { header: "LAST", value: (row) => lastOf(row)?.error ?? lastOf(row)?.status ?? "", shrinks: true },
  { header: "MS", value: (row) => lastOf(row)?.duration_ms ?? "", right: true },
  { header: "NEXT", value: (row) => row.next_attempt_at ?? "" }
]
