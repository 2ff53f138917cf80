/** A typed array that grows: its length doubles when it is full. */
export class Growing<A extends Uint8Array | Uint32Array | Float64Array> {
  values: A
  length = 0
  private readonly make: (length: number) => A

  constructor(make: (length: number) => A, room = 64) {
    this.make = make
    this.values = make(room)
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const wider = this.make(this.values.length * 2)
      wider.set(this.values)
      this.values = wider
    }
    this.values[this.length++] = value
  }
}

export const growingBytes = (): Growing<Uint8Array> => new Growing((length) => new Uint8Array(length))
export const growingWords = (): Growing<Uint32Array> => new Growing((length) => new Uint32Array(length))
