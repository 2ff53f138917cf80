export { articleFeed } from "./publishing/articles/ArticleFeed.ts"
export { atomDocument, type AtomEntry, type AtomFeed } from "./kit/AtomDocument.ts"
export { calibrationPlot, type CalibrationPlotInput } from "./forecasting/boards/CalibrationPlot.ts"
export { type ChartOptions } from "./kit/ChartFrame.ts"
export { type ChartTheme } from "./kit/ChartTheme.ts"
export { consensusChart } from "./forecasting/consensus/ConsensusChart.ts"
export type { ConsensusChartInput } from "./forecasting/consensus/ConsensusChartInput.ts"
export { jsonFeed } from "./kit/jsonFeed.ts"
export { questionFeed, questionJsonFeed } from "./community/feed/QuestionFeed.ts"
export {
  publicSitemap,
  sitemapDocument,
  type SitemapEntry,
  sitemapLimits
} from "./publishing/widgets/SitemapDocument.ts"
export { rssDocument, type RssChannel, type RssItem } from "./kit/RssDocument.ts"
export { widgetPage } from "./publishing/widgets/WidgetPage.tsx"
export { widgetScript } from "./publishing/widgets/widgetScript.ts"
export { widgetStyles } from "./publishing/widgets/widgetStyles.ts"
export { surveyChart, type SurveyChartInput } from "./surveys/surveys/SurveyChart.ts"
export { comparisonReport, surveyReport, type SurveyReportInput } from "./surveys/surveys/SurveyReport.ts"
export {
  surveyComparisonColumns,
  surveyComparisonCsv,
  surveyResultColumns,
  surveyResultsCsv
} from "./surveys/surveys/SurveyTable.ts"
export { packetHtml } from "./research/packets/PacketHtml.tsx"
export { packetMarkdown } from "./research/packets/PacketMarkdown.ts"
export { packetStyles } from "./research/packets/packetStyles.ts"
