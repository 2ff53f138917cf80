import type { Page } from "@auspex/domain/kernel"
import { type Context, Effect } from "effect"
import { listAnswer, wholeList } from "../wire/listOf.ts"

/** Calls a use case that returns a page, and wraps the page in a list envelope under `name`. */
export const answerList = <const Name extends string, Id, Service, Item, E, R>(
  service: Context.Tag<Id, Service>,
  name: Name,
  call: (service: Service) => Effect.Effect<Page<Item>, E, R>
) => Effect.map(Effect.flatMap(service, call), (page) => listAnswer(name, page))

/** Calls a use case that returns a whole list, and wraps it in a list envelope under `name`. */
export const answerWhole = <const Name extends string, Id, Service, Item, E, R>(
  service: Context.Tag<Id, Service>,
  name: Name,
  call: (service: Service) => Effect.Effect<ReadonlyArray<Item>, E, R>
) => Effect.map(Effect.flatMap(service, call), (items) => wholeList(name, items))

/** Calls a use case, and wraps its result in an object under `name`. */
export const answerOne = <const Name extends string, Id, Service, A, E, R>(
  service: Context.Tag<Id, Service>,
  name: Name,
  call: (service: Service) => Effect.Effect<A, E, R>
) => Effect.map(Effect.flatMap(service, call), (found) => ({ [name]: found }) as { readonly [Key in Name]: A })
