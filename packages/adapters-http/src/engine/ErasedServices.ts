/**
 * The services that handlers call, with their types erased. `handlersFor` collects the types and the server layers
 * require them; in between, the routes of all groups are in one list.
 */
// oxlint-disable-next-line typescript/no-explicit-any
export type ErasedServices = any
