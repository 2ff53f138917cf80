import {
  BridgeLink,
  BridgePresence,
  FrameRouter,
  type HeldMachine,
  InferenceFailed,
  MachineUnavailable
} from "@auspex/domain/inference"
import { failure, Refusal, type StorageUnavailable } from "@auspex/domain/kernel"
import { Context, Effect, Exit, Layer, Mailbox, type Scope, Stream } from "effect"
import { randomUUID } from "node:crypto"
import { closeCodes } from "../protocol/index.ts"
import { type AnswerSink, Machine, type Wire } from "./Machine.ts"
import { RemoteRequests } from "./RemoteRequests.ts"

const machinesPerOwnerMax = 5
const machinesPerAddressMax = 20
const machinesPerInstanceMax = 1_000

/** How often time limits are looked at. */
const tickMillis = 250
/** How often this instance reports that it lives, at the latest, and how soon changes are reported. */
const reportMillis = 5_000
const collectMillis = 50
/** How often a key is checked again. */
const recheckMillis = 60_000
/** How often it is asked whether the instances live that this one waits for. */
const peersMillis = 2_000
/** How often it is looked at which keys and other instances are to be checked. */
const checkMillis = 500

/** A client that may connect a machine. */
export interface BridgeClient {
  /** `AccountActor.owner_key` and `id` of the account. */
  readonly owner_key: string
  readonly account_id: string
  /** Where it connects from, as limits count it. */
  readonly address: string
  /** The owner of the account now; undefined when the credential is not valid any more. */
  readonly ownerKeyNow: Effect.Effect<string | undefined, StorageUnavailable>
}

interface Connection {
  readonly machine: Machine
  readonly client: BridgeClient
  checkedAt: number
}

/** The sockets of owners' machines on this instance, and requests to machines on all instances. */
export class BridgeHub extends Context.Tag("auspex/BridgeHub")<BridgeHub, {
  /**
   * Judges whether a client may connect another machine. Fails with RATE_LIMITED (five machines of its owner, or twenty
   * of its address) and SERVICE_UNAVAILABLE (a thousand on this instance).
   */
  readonly admit: (client: BridgeClient) => Effect.Effect<void, Refusal | StorageUnavailable>
  /** Adds a connected machine; the caller passes on what arrives, and `ended` when the connection has ended. */
  readonly connect: (client: BridgeClient, wire: Wire) => Machine
  /** Checks again, soon, the credentials of connections of these accounts. */
  readonly recheck: (accountIds: ReadonlySet<string> | "all") => void
  /** The time that connections are told. */
  readonly now: () => number
  /** Keeps limits and reports what is connected, until interrupted. */
  readonly run: Effect.Effect<never, never, Scope.Scope>
  /** Takes no machines and requests any more, closes all connections, and tells the other instances. */
  readonly stop: Effect.Effect<void>
}>() {
  static readonly layer: Layer.Layer<BridgeHub | BridgeLink, never, BridgePresence | FrameRouter> = Layer.effectContext(
    Effect.gen(function*() {
      const presence = yield* BridgePresence
      const router = yield* FrameRouter
      const clock = yield* Effect.clock
      const now = () => clock.unsafeCurrentTimeMillis()
      const connections = new Map<string, Connection>()
      const remote = new RemoteRequests(router, (id) => connections.get(id)?.machine, now)
      const changed = new Set<string>()
      const gone = new Set<string>()
      const latch = yield* Effect.makeLatch(false)
      let isStopping = false

      const mark = (id: string, isUrgent: boolean): void => {
        changed.add(id)
        if (isUrgent) latch.unsafeOpen()
      }

      const heldOf = ({ client, machine }: Connection): HeldMachine => ({
        machine: machine.view(),
        owner_key: client.owner_key,
        instance: router.instance
      })

      /** Machines here as they are now, those elsewhere as they were last reported. */
      const allOf = (ownerKey: string) =>
        Effect.map(presence.machinesOf(ownerKey), (reported) => [
          ...Array.from(connections.values()).filter(({ client }) => client.owner_key === ownerKey).map(heldOf),
          ...reported.filter(({ instance }) => instance !== router.instance)
        ])

      const admit = (client: BridgeClient) =>
        Effect.gen(function*() {
          if (isStopping || connections.size >= machinesPerInstanceMax) {
            return yield* retry("SERVICE_UNAVAILABLE", "This instance takes no more machines; connect again.", 5)
          }
          const ofAddress = Array.from(connections.values()).filter((one) => one.client.address === client.address)
          if (ofAddress.length >= machinesPerAddressMax) {
            return yield* retry(
              "RATE_LIMITED",
              `At most ${machinesPerAddressMax} machines connect from one address.`,
              30
            )
          }
          const ofOwner = yield* allOf(client.owner_key)
          if (ofOwner.length >= machinesPerOwnerMax) {
            return yield* retry("RATE_LIMITED", `${tooManyOfOwner}.`, 30)
          }
        })

      const connect = (client: BridgeClient, wire: Wire): Machine => {
        const id = randomUUID()
        const machine: Machine = new Machine(id, client.owner_key, wire, now(), (isUrgent) => {
          if (machine.isClosed && connections.delete(id)) gone.add(id)
          mark(id, isUrgent)
        })
        connections.set(id, { machine, client, checkedAt: now() })
        mark(id, true)
        // Handshakes that ran at the same time did not count each other.
        const ofOwner = Array.from(connections.values()).filter((one) => one.client.owner_key === client.owner_key)
        if (ofOwner.length > machinesPerOwnerMax) {
          machine.close({ code: closeCodes.tryAgainLater, reason: tooManyOfOwner }, now())
        }
        return machine
      }

      const report = Effect.gen(function*() {
        // An instance that holds no machines, and waits for no machines of other instances, need not be known.
        if (connections.size + changed.size + gone.size + remote.peers.length === 0) return
        const [reported, removed] = [[...changed], [...gone]]
        changed.clear()
        gone.clear()
        const held = reported.flatMap((id) => {
          const connection = connections.get(id)
          return connection === undefined ? [] : [heldOf(connection)]
        })
        const isComplete = yield* presence.report({
          instance: router.instance,
          connected: held,
          gone: removed,
          held: connections.size
        }).pipe(Effect.onError(() =>
          Effect.sync(() => {
            for (const id of reported) changed.add(id)
            for (const id of removed) gone.add(id)
          })
        ))
        if (!isComplete) { for (const id of connections.keys()) mark(id, true) }
      })

      const reports = latch.await.pipe(
        Effect.timeoutOption(reportMillis),
        Effect.zipRight(Effect.sleep(collectMillis)),
        Effect.zipRight(latch.close),
        Effect.zipRight(report),
        Effect.catchAllCause((cause) =>
          Effect.zipRight(
            Effect.logWarning("The connected machines could not be reported; this is tried again", cause),
            Effect.sleep(reportMillis)
          )
        ),
        Effect.forever
      )

      let peersCheckedAt = 0
      const checkPeers = Effect.suspend(() => {
        const { peers } = remote
        if (peers.length === 0 || now() < peersCheckedAt + peersMillis) return Effect.void
        peersCheckedAt = now()
        return Effect.map(presence.livingOf(peers), (living) => remote.lose(living))
      })

      const recheck = (connection: Connection) =>
        Effect.map(connection.client.ownerKeyNow, (ownerKey) => {
          connection.checkedAt = now()
          if (ownerKey === connection.client.owner_key) return
          connection.machine.close(
            ownerKey === undefined
              ? { code: closeCodes.keyRevoked, reason: "the key is no longer valid" }
              : { code: closeCodes.tryAgainLater, reason: "the account has another owner now" },
            now()
          )
        })

      const checkKeys = Effect.suspend(() =>
        Effect.forEach(
          Array.from(connections.values()).filter(({ checkedAt }) => now() >= checkedAt + recheckMillis),
          recheck,
          { concurrency: 4, discard: true }
        )
      )

      const checks = Effect.zipRight(checkPeers, checkKeys).pipe(
        Effect.catchAllCause((cause) => Effect.logWarning("Machines could not be checked; this is tried again", cause)),
        Effect.delay(checkMillis),
        Effect.forever
      )

      const ticks = Effect.sync(() => {
        for (const { machine } of connections.values()) machine.tick(now())
        remote.tick()
      }).pipe(
        Effect.catchAllCause((cause) => Effect.logError("The limits of machines were not kept; this is a bug", cause)),
        Effect.delay(tickMillis),
        Effect.forever
      )

      const stop = Effect.suspend(() => {
        isStopping = true
        for (const { machine } of connections.values()) {
          machine.close({ code: closeCodes.serviceRestart, reason: "the service stops" }, now())
        }
        return Effect.catchAll(
          presence.leave(router.instance),
          (error) => Effect.logWarning("Other instances learn only by time that this one has stopped", error)
        )
      })

      const receiving = Effect.zipRight(router.receive((text) => remote.receive(text)), Effect.never)
      const run = Effect.raceAll([receiving, reports, checks, ticks])

      const ask: Context.Tag.Service<BridgeLink>["ask"] = (ownerKey, machineId, request) =>
        Stream.unwrapScoped(Effect.gen(function*() {
          const held = connections.get(machineId)
          const id = randomUUID()
          const answer = yield* Mailbox.make<string, InferenceFailed | MachineUnavailable>()
          const sink = sinkOf(answer, machineId)
          if (held !== undefined && held.client.owner_key === ownerKey) {
            const cancel = held.machine.ask(id, request, sink, now())
            yield* Effect.addFinalizer(() => Effect.sync(() => cancel(now())))
            return Mailbox.toStream(answer)
          }
          const elsewhere = yield* presence.machinesOf(ownerKey)
          const holder = elsewhere.find(({ machine }) => machine.id === machineId)?.instance
          if (holder === undefined || holder === router.instance) {
            return Stream.fail(new MachineUnavailable({ machine_id: machineId, reason: "gone" }))
          }
          const cancel = remote.ask({ holder, owner_key: ownerKey, machine_id: machineId }, id, request, sink)
          // The other instance has to know that this one lives.
          latch.unsafeOpen()
          yield* Effect.addFinalizer(() => Effect.sync(cancel))
          return Mailbox.toStream(answer)
        }))

      const link = BridgeLink.of({
        machinesOf: (ownerKey) => Effect.map(allOf(ownerKey), (held) => held.map(({ machine }) => machine)),
        ask
      })
      const hub = BridgeHub.of({
        admit,
        connect,
        now,
        recheck: (accountIds) => {
          for (const connection of connections.values()) {
            if (accountIds === "all" || accountIds.has(connection.client.account_id)) {
              connection.checkedAt = Number.NEGATIVE_INFINITY
            }
          }
        },
        run,
        stop
      })
      return Context.make(BridgeLink, link).pipe(Context.add(BridgeHub, hub))
    })
  )
}

const tooManyOfOwner = `An owner connects at most ${machinesPerOwnerMax} machines`

const retry = (code: "RATE_LIMITED" | "SERVICE_UNAVAILABLE", message: string, retryAfterSeconds: number) =>
  new Refusal({ failures: [failure(code, message)], retryAfterSeconds })

const sinkOf = (
  answer: Mailbox.Mailbox<string, InferenceFailed | MachineUnavailable>,
  machineId: string
): AnswerSink => ({
  piece: (text) => void answer.unsafeOffer(text),
  end: (end) => {
    switch (end.kind) {
      case "done":
      case "cancelled":
        return void answer.unsafeDone(Exit.void)
      case "failed":
        return void answer.unsafeDone(Exit.fail(new InferenceFailed({ reason: end.reason, detail: end.detail })))
      case "unavailable":
        return void answer.unsafeDone(
          Exit.fail(new MachineUnavailable({ machine_id: machineId, reason: end.reason }))
        )
    }
  }
})
