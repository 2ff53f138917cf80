/** How deep replies are nested: roots are at depth 0. */
export const commentDepthMax = 8

/** Where a comment stands among the others. */
export interface CommentPlace {
  /** The root of its thread: its own id for a root. */
  readonly root_id: string
  readonly parent_comment_id: string | null
  /** 0 for a root, at most `commentDepthMax`. */
  readonly depth: number
}

/**
 * Where a reply to `target` goes: below it, or beside it when it is as deep as replies go (the reply is then stored under
 * the target's own parent). The author replied to is the target's either way.
 *
 * @example placeReply({ id: "c", root_id: "a", parent_comment_id: "b", depth: 2 }) // { root_id: "a", parent_comment_id: "c", depth: 3 }
 * @example placeReply({ id: "k", root_id: "a", parent_comment_id: "j", depth: 8 }) // { root_id: "a", parent_comment_id: "j", depth: 8 }
 */
export const placeReply = (target: CommentPlace & { readonly id: string }): CommentPlace =>
  target.depth < commentDepthMax || target.parent_comment_id === null
    ? { root_id: target.root_id, parent_comment_id: target.id, depth: Math.min(target.depth + 1, commentDepthMax) }
    : { root_id: target.root_id, parent_comment_id: target.parent_comment_id, depth: commentDepthMax }

/** What nesting needs of a comment. */
export interface FlatComment {
  readonly id: string
  readonly parent_comment_id?: string | null
}

/** A comment with its replies, and theirs. */
export type Threaded<A> = A & { readonly replies: ReadonlyArray<Threaded<A>> }

interface Node<A> {
  readonly comment: A & { readonly replies: Array<Threaded<A>> }
  readonly parent: Node<A> | undefined
  readonly level: number
}

/**
 * Nests comments: what has no parent among the rows before it is at the top, everything else is in the `replies` of its
 * parent; both keep the order of the rows. So rows come parents first: by creation, or the roots in any order and then
 * all replies by creation. Rows are copied, and no field but `replies` is added. Never deeper than `commentDepthMax`
 * below the top: what would be deeper is beside its parent. Linear in the number of rows.
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
