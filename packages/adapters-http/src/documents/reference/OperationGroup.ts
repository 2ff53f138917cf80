import type { Json } from "../openApiSchemas.ts"

/** An operation of an OpenAPI document, and where it stands there. */
export interface ListedOperation {
  readonly method: string
  readonly path: string
  readonly operation: Json
}

/** Operations with one tag. */
export interface OperationGroup {
  readonly name: string
  readonly description: string
  readonly operations: ReadonlyArray<ListedOperation>
}

/** The groups of a document, in its order. */
export const groupsOf = ({ paths, tags }: Json): ReadonlyArray<OperationGroup> => {
  const all = Object.entries<Json>(paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({ method, path, operation }))
  )
  return tags.map(({ description, name }: Json) => ({
    name,
    description,
    operations: all.filter(({ operation }) => operation["tags"].includes(name))
  }))
}
