export * from "./QuestionWidget.ts"
export * from "./QuestionWidgets.ts"
export * from "./Sitemaps.ts"
export * from "./SitemapStore.ts"
