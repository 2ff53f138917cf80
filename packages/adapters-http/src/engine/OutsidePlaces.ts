/** How many requests may call addresses that users name at one time. */
export const outsidePlacesMax = 8

/**
 * The places of requests that call another machine: eight in all, one an owner. Such a machine may take its time, so
 * whoever finds no place is refused at once, and everybody else keeps theirs.
 */
export class OutsidePlaces {
  readonly #owners = new Set<string>()

  /** Takes the owner's place; says what is in the way when there is none. */
  take(owner: string): "taken" | "own place in use" | "all places in use" {
    if (this.#owners.has(owner)) return "own place in use"
    if (this.#owners.size >= outsidePlacesMax) return "all places in use"
    this.#owners.add(owner)
    return "taken"
  }

  release(owner: string): void {
    this.#owners.delete(owner)
  }
}
