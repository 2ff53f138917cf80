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
      const held = yield* heldConnections
      const hub = BridgeHub.of({
        admit: (client) => admit(held, client),
        connect: (client, wire) => connect(held, client, wire),
        now: held.now,
        recheck: (accountIds) => recheckSoon(held, accountIds),
        run: Effect.raceAll([receiveFrames(held), keepReporting(held), keepChecking(held), keepLimits(held)]),
        stop: stop(held)
      })
      const link = BridgeLink.of({
        machinesOf: (ownerKey) => Effect.map(machinesOf(held, ownerKey), (all) => all.map(({ machine }) => machine)),
        ask: (ownerKey, machineId, request) => ask(held, ownerKey, machineId, request)
      })
      return Context.make(BridgeLink, link).pipe(Context.add(BridgeHub, hub))
    })
  )
}

/** The connections of this instance, and what the other instances have to be told of them. */
interface HeldConnections {
  readonly presence: Context.Tag.Service<BridgePresence>
  readonly router: Context.Tag.Service<FrameRouter>
  readonly now: () => number
  /** By the id of the machine. */
  readonly connections: Map<string, Connection>
  readonly remote: RemoteRequests
  /** The ids of machines that have changed, and of machines that have gone, since the last report. */
  readonly changed: Set<string>
  readonly gone: Set<string>
  /** Open when a report is urgent. */
  readonly latch: Effect.Latch
  isStopping: boolean
  peersCheckedAt: number
}

const heldConnections = Effect.gen(function*() {
  const presence = yield* BridgePresence
  const router = yield* FrameRouter
  const clock = yield* Effect.clock
  const now = () => clock.unsafeCurrentTimeMillis()
  const connections = new Map<string, Connection>()
  const held: HeldConnections = {
    presence,
    router,
    now,
    connections,
    remote: new RemoteRequests(router, (id) => connections.get(id)?.machine, now),
    changed: new Set(),
    gone: new Set(),
    latch: yield* Effect.makeLatch(false),
    isStopping: false,
    peersCheckedAt: 0
  }
  return held
})

const mark = ({ changed, latch }: HeldConnections, id: string, isUrgent: boolean): void => {
  changed.add(id)
  if (isUrgent) latch.unsafeOpen()
}

const heldMachine = ({ router }: HeldConnections, { client, machine }: Connection): HeldMachine => ({
  machine: machine.view(),
  owner_key: client.owner_key,
  instance: router.instance
})

const connectionsOf = ({ connections }: HeldConnections, ownerKey: string): ReadonlyArray<Connection> =>
  Array.from(connections.values()).filter(({ client }) => client.owner_key === ownerKey)

/** Machines here as they are now, those elsewhere as they were last reported. */
const machinesOf = (held: HeldConnections, ownerKey: string) =>
  Effect.map(held.presence.machinesOf(ownerKey), (reported) => [
    ...connectionsOf(held, ownerKey).map((connection) => heldMachine(held, connection)),
    ...reported.filter(({ instance }) => instance !== held.router.instance)
  ])

const admit = (held: HeldConnections, client: BridgeClient) =>
  Effect.gen(function*() {
    const { connections } = held
    if (held.isStopping || connections.size >= machinesPerInstanceMax) {
      return yield* retry("SERVICE_UNAVAILABLE", "This instance takes no more machines; connect again.", 5)
    }
    const ofAddress = Array.from(connections.values()).filter((one) => one.client.address === client.address)
    if (ofAddress.length >= machinesPerAddressMax) {
      return yield* retry("RATE_LIMITED", `At most ${machinesPerAddressMax} machines connect from one address.`, 30)
    }
    const ofOwner = yield* machinesOf(held, client.owner_key)
    if (ofOwner.length >= machinesPerOwnerMax) {
      return yield* retry("RATE_LIMITED", `${tooManyOfOwner}.`, 30)
    }
  })

const connect = (held: HeldConnections, client: BridgeClient, wire: Wire): Machine => {
  const { connections, gone, now } = held
  const id = randomUUID()
  const machine: Machine = new Machine(id, client.owner_key, wire, now(), (isUrgent) => {
    if (machine.isClosed && connections.delete(id)) gone.add(id)
    mark(held, id, isUrgent)
  })
  connections.set(id, { machine, client, checkedAt: now() })
  mark(held, id, true)
  // Handshakes that ran at the same time did not count each other.
  if (connectionsOf(held, client.owner_key).length > machinesPerOwnerMax) {
    machine.close({ code: closeCodes.tryAgainLater, reason: tooManyOfOwner }, now())
  }
  return machine
}

/** Reports what has changed since the last report, or keeps it for the next if that fails. */
const report = (held: HeldConnections) =>
  Effect.gen(function*() {
    const { changed, connections, gone, presence, remote, router } = held
    // An instance that holds no machines, and waits for no machines of other instances, need not be known.
    if (connections.size + changed.size + gone.size + remote.peers.length === 0) return
    const [reported, removed] = [[...changed], [...gone]]
    changed.clear()
    gone.clear()
    const connected = reported.flatMap((id) => {
      const connection = connections.get(id)
      return connection === undefined ? [] : [heldMachine(held, connection)]
    })
    const isComplete = yield* presence.report({
      instance: router.instance,
      connected,
      gone: removed,
      held: connections.size
    }).pipe(Effect.onError(() =>
      Effect.sync(() => {
        for (const id of reported) changed.add(id)
        for (const id of removed) gone.add(id)
      })
    ))
    if (!isComplete) { for (const id of connections.keys()) mark(held, id, true) }
  })

const keepReporting = (held: HeldConnections) =>
  held.latch.await.pipe(
    Effect.timeoutOption(reportMillis),
    Effect.zipRight(Effect.sleep(collectMillis)),
    Effect.zipRight(held.latch.close),
    Effect.zipRight(report(held)),
    Effect.catchAllCause((cause) =>
      Effect.zipRight(
        Effect.logWarning("The connected machines could not be reported; this is tried again", cause),
        Effect.sleep(reportMillis)
      )
    ),
    Effect.forever
  )

const checkPeers = (held: HeldConnections) =>
  Effect.suspend(() => {
    const { now, presence, remote } = held
    const { peers } = remote
    if (peers.length === 0 || now() < held.peersCheckedAt + peersMillis) return Effect.void
    held.peersCheckedAt = now()
    return Effect.map(presence.livingOf(peers), (living) => remote.lose(living))
  })

const checkKey = ({ now }: HeldConnections, connection: Connection) =>
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

const checkKeys = (held: HeldConnections) =>
  Effect.suspend(() =>
    Effect.forEach(
      Array.from(held.connections.values()).filter(({ checkedAt }) => held.now() >= checkedAt + recheckMillis),
      (connection) => checkKey(held, connection),
      { concurrency: 4, discard: true }
    )
  )

const recheckSoon = ({ connections }: HeldConnections, accountIds: ReadonlySet<string> | "all"): void => {
  for (const connection of connections.values()) {
    if (accountIds === "all" || accountIds.has(connection.client.account_id)) {
      connection.checkedAt = Number.NEGATIVE_INFINITY
    }
  }
}

const keepChecking = (held: HeldConnections) =>
  Effect.zipRight(checkPeers(held), checkKeys(held)).pipe(
    Effect.catchAllCause((cause) => Effect.logWarning("Machines could not be checked; this is tried again", cause)),
    Effect.delay(checkMillis),
    Effect.forever
  )

const keepLimits = ({ connections, now, remote }: HeldConnections) =>
  Effect.sync(() => {
    for (const { machine } of connections.values()) machine.tick(now())
    remote.tick()
  }).pipe(
    Effect.catchAllCause((cause) => Effect.logError("The limits of machines were not kept; this is a bug", cause)),
    Effect.delay(tickMillis),
    Effect.forever
  )

const receiveFrames = ({ remote, router }: HeldConnections) =>
  Effect.zipRight(router.receive((text) => remote.receive(text)), Effect.never)

const stop = (held: HeldConnections) =>
  Effect.suspend(() => {
    const { connections, now, presence, router } = held
    held.isStopping = true
    for (const { machine } of connections.values()) {
      machine.close({ code: closeCodes.serviceRestart, reason: "the service stops" }, now())
    }
    return Effect.catchAll(
      presence.leave(router.instance),
      (error) => Effect.logWarning("Other instances learn only by time that this one has stopped", error)
    )
  })

type Ask = Context.Tag.Service<BridgeLink>["ask"]

/** Asks the machine here, or through the instance that holds it. */
const ask = (held: HeldConnections, ...[ownerKey, machineId, request]: Parameters<Ask>): ReturnType<Ask> =>
  Stream.unwrapScoped(Effect.gen(function*() {
    const { connections, latch, now, presence, remote, router } = held
    const connection = connections.get(machineId)
    const id = randomUUID()
    const answer = yield* Mailbox.make<string, InferenceFailed | MachineUnavailable>()
    const sink = sinkOf(answer, machineId)
    if (connection !== undefined && connection.client.owner_key === ownerKey) {
      const cancel = connection.machine.ask(id, request, sink, now())
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
