import { WebhookDispatch } from "@auspex/domain/webhooks"
import { Effect } from "effect"
import type { RunningAuspex } from "../harness.ts"

/** The flags of a server that may call receivers on this machine. */
export const privateEgress = { flags: { allowPrivateEgress: "true" } } as const

/** Runs the dispatcher of a server until the promise resolves; requests in flight are finished. */
export const dispatchUntil = <A>(auspex: RunningAuspex, reached: () => Promise<A>): Promise<A> =>
  auspex.run(
    Effect.flatMap(WebhookDispatch, ({ run }) => Effect.raceFirst(run, Effect.promise(reached)))
  )

/** Subscribes a URL and returns the answer's body. */
export const subscribe = async (
  auspex: RunningAuspex,
  key: string,
  url: string,
  events: ReadonlyArray<string>
): Promise<{ readonly id: string; readonly secret: string; readonly whsec_secret: string }> => {
  const answer = await auspex.call("POST", "/api/webhooks", { as: key, body: { url, events } })
  if (answer.status !== 201) throw new Error(`subscribe answered ${answer.status}: ${answer.text}`)
  return answer.body
}

/** The deliveries of a webhook, newest first. */
// oxlint-disable-next-line no-explicit-any
export const deliveriesOf = async (
  auspex: RunningAuspex,
  key: string,
  id: string,
  search = ""
): Promise<Array<any>> => {
  const answer = await auspex.call("GET", `/api/webhooks/${id}/deliveries?limit=100${search}`, { as: key })
  if (answer.status !== 200) throw new Error(`deliveries answered ${answer.status}: ${answer.text}`)
  return answer.body.deliveries
}
