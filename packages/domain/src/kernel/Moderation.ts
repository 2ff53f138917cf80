/** What is shown in place of a text that an administrator removed, or whose author is suspended. */
export const removedText = "[removed]"

/** The longest reason of a removal, in code points. */
export const moderationReasonMax = 500
