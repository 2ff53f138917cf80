/** How many requests may call user-supplied addresses at the same time. */
export const outboundSlotsMax = 8

/**
 * Slots for requests that call another server: eight in all, one per owner. The other server may be slow, so a request
 * without a free slot is refused instead of queued, and other requests are not held up.
 */
export class OutboundSlots {
  readonly #owners = new Set<string>()

  /** Takes the owner's slot, or reports why no slot is free. */
  take(owner: string): "taken" | "own slot in use" | "all slots in use" {
    if (this.#owners.has(owner)) return "own slot in use"
    if (this.#owners.size >= outboundSlotsMax) return "all slots in use"
    this.#owners.add(owner)
    return "taken"
  }

  release(owner: string): void {
    this.#owners.delete(owner)
  }
}
