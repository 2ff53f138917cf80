/**
 * The services that handlers call. `handlersFor` gathers their types and the layers that serve handlers demand them; in
 * between, routes of all groups share one list, and the types are erased.
 */
// oxlint-disable-next-line typescript/no-explicit-any
export type ErasedServices = any
