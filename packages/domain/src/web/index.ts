export { type QuestionWidget, type WidgetShare, type WidgetState } from "./QuestionWidget.ts"
export { QuestionWidgets } from "./QuestionWidgets.ts"
export { type Sitemap, Sitemaps } from "./Sitemaps.ts"
export { type SitemapRow, SitemapStore } from "./SitemapStore.ts"
