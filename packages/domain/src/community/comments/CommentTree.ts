/** The maximum depth of a reply; roots have depth 0. */
export const commentDepthMax = 8

/** The position of a comment in its thread. */
export interface CommentPlace {
  /** The root of its thread; a root's own id. */
  readonly root_id: string
  readonly parent_comment_id: string | null
  /** 0 for a root, at most `commentDepthMax`. */
  readonly depth: number
}

/**
 * The position of a reply to `target`: below it, or beside it (under the target's parent) when `target` has the maximum
 * depth. Either way the reply is to the target's author.
 *
 * @example placeReply({ id: "c", root_id: "a", parent_comment_id: "b", depth: 2 }) // { root_id: "a", parent_comment_id: "c", depth: 3 }
 * @example placeReply({ id: "k", root_id: "a", parent_comment_id: "j", depth: 8 }) // { root_id: "a", parent_comment_id: "j", depth: 8 }
 */
export const placeReply = (target: CommentPlace & { readonly id: string }): CommentPlace =>
  target.depth < commentDepthMax || target.parent_comment_id === null
    ? { root_id: target.root_id, parent_comment_id: target.id, depth: Math.min(target.depth + 1, commentDepthMax) }
    : { root_id: target.root_id, parent_comment_id: target.parent_comment_id, depth: commentDepthMax }

/** The fields of a comment that nesting needs. */
export interface FlatComment {
  readonly id: string
  readonly parent_comment_id?: string | null
}

/** A comment with its nested replies. */
export type Threaded<A> = A & { readonly replies: ReadonlyArray<Threaded<A>> }

interface Node<A> {
  readonly comment: A & { readonly replies: Array<Threaded<A>> }
  readonly parent: Node<A> | undefined
  readonly level: number
}

/**
 * Nests comments: a row whose parent is not among the rows before it is at the top, every other row is in the `replies`
 * of its parent, in the order of the rows. Parents must come before their replies. Rows are copied with `replies`
 * added. Rows deeper than `commentDepthMax` below the top become siblings of their parent. Takes linear time.
 *
 * @example threadsOf([{ id: "a" }, { id: "b", parent_comment_id: "a" }]) // [{ id: "a", replies: [{ id: "b", parent_comment_id: "a", replies: [] }] }]
 */
export const threadsOf = <A extends FlatComment>(rows: ReadonlyArray<A>): ReadonlyArray<Threaded<A>> => {
  const nodes = new Map<string, Node<A>>()
  const top: Array<Threaded<A>> = []
  for (const row of rows) {
    const comment = { ...row, replies: [] as Array<Threaded<A>> }
    const named = typeof row.parent_comment_id === "string" ? nodes.get(row.parent_comment_id) : undefined
    const parent = named !== undefined && named.level >= commentDepthMax ? named.parent : named
    if (parent === undefined) top.push(comment)
    else parent.comment.replies.push(comment)
    nodes.set(row.id, { comment, parent, level: parent === undefined ? 0 : parent.level + 1 })
  }
  return top
}
