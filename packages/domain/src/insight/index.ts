export * from "./Highlight.ts"
export * from "./HighlightStore.ts"
export * from "./Highlights.ts"
