import { type Failure, failure } from "@auspex/domain/kernel"
import { Either } from "effect"
import type { Socket } from "node:net"
import { connect, type ConnectionPlan, type DialAddress, dialAddress } from "./EgressConnection.ts"
import { EgressError } from "./EgressError.ts"
import { answersMax, resolveByDns, resolveBySystem, type ResolveName, resolveMillis } from "./EgressNames.ts"
import { type EgressReach, type EgressTarget, isAllowedAddress, judgeEgressUrl } from "./EgressUrl.ts"

/** Options of outbound calls. */
export interface OutboundOptions {
  /** Allows http and loopback addresses: for development and tests only. */
  readonly allowPrivate: boolean
  /** A CA certificate (PEM) to trust in addition to Node's. */
  readonly trusted?: string
  /** The functions that resolve names and open sockets. Default: the system's. */
  readonly resolve?: ResolveName
  readonly dial?: DialAddress
}

/** A refused URL or address; callers outside this folder see a `Refusal`. */
export class Blocked extends Error {
  readonly failure: Failure

  constructor(because: Failure) {
    super(because.message)
    this.failure = because
  }
}

/** Judges addresses that users named, and connects to the permitted ones. */
export class EgressGuard {
  private readonly reach: EgressReach
  private readonly trusted: string | undefined
  private readonly resolve: ResolveName | undefined
  private readonly dial: DialAddress

  constructor({ allowPrivate, dial, resolve, trusted }: OutboundOptions) {
    this.reach = allowPrivate ? "loopback" : "public"
    this.trusted = trusted
    this.resolve = resolve
    this.dial = dial ?? dialAddress
  }

  /** `reach` is wider than that of the guard for addresses that the operator configured. */
  judge(url: string, field = "url", reach: EgressReach = this.reach): EgressTarget {
    return Either.getOrThrowWith(judgeEgressUrl(url, reach, field), (because) => new Blocked(because))
  }

  /** The checked addresses of the target; empty if the name does not exist. */
  async addresses(target: EgressTarget, signal: AbortSignal, field = "url"): Promise<ReadonlyArray<string>> {
    if (target.isAddress) return [target.host]
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(resolveMillis)])
    const resolveName = this.resolve ?? (target.reach === "public" ? resolveByDns : resolveBySystem)
    const found = await new Promise<ReadonlyArray<string>>((resolve, reject) => {
      deadline.addEventListener("abort", () => reject(new EgressError("dns", `no answer about ${target.host}`)))
      resolveName(target.host, deadline).then(
        resolve,
        (cause: unknown) =>
          reject(new EgressError("dns", `${target.host} cannot be resolved: ${(cause as Error).message}`))
      )
    })
    // A single private address refuses the name: mixing it with public ones is a typical attack.
    if (found.length > answersMax || !found.every((address) => isAllowedAddress(address, target.reach))) {
      const message = `${field} points to an address that this service will not call.`
      throw new Blocked(failure("SSRF_BLOCKED", message, { field }))
    }
    return found
  }

  /** The checked addresses of the target, with what a connection to one of them needs. */
  async plan(target: EgressTarget, signal: AbortSignal): Promise<ConnectionPlan> {
    const addresses = await this.addresses(target, signal)
    if (addresses.length === 0) throw new EgressError("dns", `there is no ${target.host}`)
    const { dial, trusted } = this
    return { ...target, addresses, dial, trusted, signal }
  }

  /** Opens a connection to a checked address of the target. */
  async connect(target: EgressTarget, signal: AbortSignal): Promise<Socket> {
    return connect(await this.plan(target, signal))
  }
}
