export * from "./SitemapStorePg.ts"
