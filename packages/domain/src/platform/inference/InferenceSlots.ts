/**
 * The maximum number of concurrent requests to models, of an owner and of all owners on one instance. The latter is a
 * quarter of all concurrent requests of an instance, because a model may take minutes.
 */
export const inferencesPerOwnerMax = 8
export const inferencesMax = 64

/** Counts the concurrent requests to models, so that slow models cannot hold up everything else. */
export class InferenceSlots {
  readonly #byOwner = new Map<string, number>()
  #all = 0

  hasRoom(ownerKey: string): boolean {
    return this.#of(ownerKey) < inferencesPerOwnerMax && this.#all < inferencesMax
  }

  /** Takes a place; false if there is none. */
  take(ownerKey: string): boolean {
    if (!this.hasRoom(ownerKey)) return false
    this.#byOwner.set(ownerKey, this.#of(ownerKey) + 1)
    this.#all++
    return true
  }

  release(ownerKey: string): void {
    const own = this.#of(ownerKey)
    if (own > 1) this.#byOwner.set(ownerKey, own - 1)
    else this.#byOwner.delete(ownerKey)
    this.#all--
  }

  #of(ownerKey: string): number {
    return this.#byOwner.get(ownerKey) ?? 0
  }
}
