import type { Persona } from "@auspex/domain/personas"
import { Effect, Predicate, Schema } from "effect"
import type { ApiClient } from "../../kit/connection/ApiClient.ts"
import { confirm } from "../../kit/connection/confirm.ts"
import { withConnection } from "../../kit/connection/connect.ts"
import { isDryRun } from "../../kit/connection/isDryRun.ts"
import { type AccountFlags, withAccount } from "../../kit/connection/withAccount.ts"
import { WrongUsage } from "../../kit/invocation/CommandFailure.ts"
import type { ChangeFlags, CommandHandler, Invocation, TargetFlags } from "../../kit/invocation/Invocation.ts"
import { printRecord, printRows, printText } from "../../kit/output/print.ts"
import type { Column } from "../../kit/output/table.ts"
import { readInput } from "../../kit/connection/readInput.ts"

type ArchetypeHeader = Effect.Effect.Success<
  ReturnType<ApiClient["personas"]["archetypes"]>
>["archetypes"][number]

interface CreateFlags extends AccountFlags {
  readonly archetype?: string
  readonly answer?: ReadonlyArray<string>
  readonly interview?: string
  readonly name?: string
}

const archetypeColumns: ReadonlyArray<Column<ArchetypeHeader>> = [
  { header: "ID", value: (row) => row.id },
  { header: "CATEGORY", value: (row) => row.category },
  { header: "NAME", value: (row) => row.name },
  { header: "FIELD", value: (row) => row.field, shrinks: true }
]

const columns: ReadonlyArray<Column<Persona>> = [
  { header: "ID", value: (row) => row.id },
  { header: "ARCHETYPE", value: (row) => row.archetype },
  { header: "TOKENS", value: (row) => row.prompt_tokens },
  { header: "AGENTS", value: (row) => row.agent_count },
  { header: "CREATED", value: (row) => row.created_at },
  { header: "NAME", value: (row) => row.name, shrinks: true }
]

/** `auspex personas archetypes`: all of them, or the prompt of one. */
export const showArchetypes =
  ((call: Invocation<TargetFlags>) =>
    withConnection(call, ({ api }) =>
      Effect.gen(function*() {
        const [archetype] = call.args
        if (archetype === undefined) {
          const found = yield* api.personas.archetypes({})
          return yield* printRows(call, found.archetypes, archetypeColumns, found)
        }
        const found = yield* api.personas.archetype({ path: { archetype } })
        yield* call.flags.output === "table"
          ? printText(call, found.reasoning_prompt)
          : printRecord(call, { ...found }, found)
      }), "optional")) satisfies CommandHandler

/** `auspex personas interview`. */
export const showInterview =
  ((call: Invocation<TargetFlags>) =>
    withConnection(call, ({ api }) =>
      Effect.gen(function*() {
        const found = yield* api.personas.interview({})
        if (call.flags.output !== "table") return yield* printRecord(call, { ...found }, found)
        const lines = found.questions.flatMap(({ parts, question }, at) => [
          `${at + 1}. ${question}`,
          ...parts.map(({ dimension, traits }) => `   ${dimension}: ${traits.join(", ")}`)
        ])
        yield* printText(call, lines.join("\n"))
      }), "optional")) satisfies CommandHandler

/** `auspex personas list`. */
export const listPersonas = ((call: Invocation<AccountFlags>) =>
  withAccount(
    call,
    ({ api }) => Effect.flatMap(api.personas.personas({}), (found) => printRows(call, found.personas, columns, found))
  )) satisfies CommandHandler

const printPersona = (call: Invocation<TargetFlags>, persona: Persona) => {
  const { shortened, sources, traits, ...shown } = persona
  return printRecord(call, { ...persona }, {
    ...shown,
    ...Object.fromEntries(Object.entries(sources).map(([dimension, source]) => [`source of ${dimension}`, source])),
    ...Object.fromEntries(
      shortened.map(({ characters, dimension, kept }) => [
        `shortened ${dimension}`,
        `${kept} of ${characters} characters`
      ])
    ),
    ...Object.fromEntries(
      Object.entries(traits).map(
        ([dimension, trait]) => [`trait of ${dimension}`, trait]
      )
    )
  })
}

/** `auspex personas show`. */
export const showPersona = ((call: Invocation<AccountFlags>) =>
  withAccount(
    call,
    ({ api }) =>
      Effect.flatMap(api.personas.persona({ path: { persona_id: call.args[0]! } }), (persona) =>
        printPersona(call, persona))
  )) satisfies CommandHandler

const Json = Schema.parseJson()

/** `auspex personas create`. The file of an interview holds the body of its request. */
export const createPersona = ((call: Invocation<CreateFlags>) =>
  withAccount(call, ({ api }) =>
    Effect.gen(function*() {
      const { answer, archetype, interview } = call.flags
      const name = call.flags.name === undefined ? {} : { name: call.flags.name }
      if ([answer, archetype, interview].filter((given) => given !== undefined).length !== 1) {
        return yield* new WrongUsage({ message: "give one of --archetype, --answer (five times) and --interview" })
      }
      if (archetype !== undefined) {
        return yield* printPersona(call, yield* api.personas.createFromArchetype({ payload: { archetype, ...name } }))
      }
      if (answer !== undefined) {
        const payload = { answers: answer, ...name }
        return yield* printPersona(call, yield* api.personas.createFromInterview({ payload }))
      }
      const given = yield* Schema.decode(Json)(yield* readInput(call.io, interview!)).pipe(
        Effect.mapError(() => new WrongUsage({ message: `${interview} is not JSON` }))
      )
      const body = Predicate.isRecord(given) ? { ...given, ...name } : given
      // The client checks the body against the contract, and reports what is wrong like the server.
      type Payload = Parameters<typeof api.personas.createFromInterview>[0]["payload"]
      yield* printPersona(call, yield* api.personas.createFromInterview({ payload: body as Payload }))
    }))) satisfies CommandHandler

/** `auspex personas delete`. */
export const deletePersona =
  ((call: Invocation<AccountFlags & ChangeFlags>) =>
    withAccount(call, ({ api, target }) =>
      Effect.gen(function*() {
        const of = { path: { persona_id: call.args[0]! } }
        const persona = yield* api.personas.persona(of)
        const what = `delete the persona ${persona.name}`
        if (yield* isDryRun(call, target, what)) return yield* printPersona(call, persona)
        yield* confirm(call, target, what)
        const deleted = yield* api.personas.deletePersona(of)
        yield* printRecord(call, deleted, deleted)
      }))) satisfies CommandHandler

/** `auspex personas assign`. */
export const assignPersona = ((call: Invocation<AccountFlags>) =>
  withAccount(call, ({ api }) => {
    const [agent_id, persona_id] = call.args as readonly [string, string]
    return Effect.flatMap(
      api.personas.assignPersona({ path: { agent_id }, payload: { persona_id } }),
      ({ persona }) => printPersona(call, persona)
    )
  })) satisfies CommandHandler

/** `auspex personas unassign`. */
export const unassignPersona = ((call: Invocation<AccountFlags>) =>
  withAccount(call, ({ api }) =>
    Effect.flatMap(
      api.personas.unassignPersona({ path: { agent_id: call.args[0]! } }),
      ({ persona }) => printPersona(call, persona)
    ))) satisfies CommandHandler
