import type { Failure } from "@auspex/domain/kernel"

/** The fields of a form with the reader's input. */
export interface FormInput {
  readonly get: (name: string) => string | null
  readonly getAll: (name: string) => ReadonlyArray<string>
}

/** A form that was refused, with its input and all its failures. */
export interface RefusedForm {
  readonly id: string
  readonly input: FormInput
  readonly failures: ReadonlyArray<Failure>
}
