import type { RejectionReason } from "../../src/research/evidence/RejectionReason.ts"

/** A page as a reader returns it, and what it is. */
export interface LabelledPage {
  readonly name: string
  readonly label: RejectionReason | "evidence"
  readonly title: string | null
  readonly text: string
  readonly hasPasswordField?: boolean
}

const filler =
  "The council met for three hours on Tuesday and heard from the treasurer, two engineers and a dozen residents before it put off the vote until the spring. "
const article = (words: string): string => `${words} ${filler.repeat(14)}`.trim()

/** Pages in the manner of real ones, in words of our own. */
export const labelledPages: ReadonlyArray<LabelledPage> = [
  {
    name: "an interstitial of a content network",
    label: "blocked",
    title: "Just a moment...",
    text:
      "example.com\n\nVerifying you are human. This may take a few seconds.\n\nexample.com needs to review the security of your connection before proceeding."
  },
  {
    name: "a demand for JavaScript and cookies",
    label: "blocked",
    title: "example.com",
    text: "Enable JavaScript and cookies to continue"
  },
  {
    name: "an application without its script",
    label: "blocked",
    title: "Dashboard",
    text: "You need to enable JavaScript to run this app."
  },
  {
    name: "a captcha after unusual traffic",
    label: "blocked",
    title: "Sorry",
    text:
      "Our systems have detected unusual traffic from your computer network. This page checks to see if it's really you sending the requests, and not a robot. Please solve the captcha below to go on to the results that you asked for. If the check fails, try again a little later, or from another network, since the block will expire shortly after those requests stop."
  },
  {
    name: "a refusal of a firewall",
    label: "blocked",
    title: "Access Denied",
    text: "You don't have permission to access this page on this server.\n\nReference #18.2f3e1602.1700000000.1a2b3c4d"
  },
  {
    name: "a press-and-hold check",
    label: "blocked",
    title: "Access to this page has been denied",
    text: "Press and hold to confirm you are a human (and not a bot). Reference ID 0d1f."
  },
  {
    name: "a check in German",
    label: "blocked",
    title: "Einen Moment, bitte",
    text: "Bitte bestätigen Sie, dass Sie ein Mensch sind."
  },
  {
    name: "a log-in form",
    label: "login_wall",
    title: "Log in · Example",
    text: "Log in\n\nE-mail\n\nPassword\n\nForgot your password?\n\nNew here? Create an account",
    hasPasswordField: true
  },
  {
    name: "a form that asks for a password and says little",
    label: "login_wall",
    title: "Example Intranet",
    text: "Welcome to the portal of the Example Group. Your user name is your staff number.",
    hasPasswordField: true
  },
  {
    name: "a wall of a network",
    label: "login_wall",
    title: "Example Network",
    text: "Sign in to continue\n\nJoin now to see who you already know. By clicking Continue you agree to the terms."
  },
  {
    name: "a teaser with a pay wall",
    label: "login_wall",
    title: "Chip makers face a slow winter",
    text:
      `Orders for the machines that make memory chips fell for the third month in a row, and suppliers expect no turn before summer. ${
        filler.repeat(3)
      }\n\nSubscribe to continue reading\n\nAlready a subscriber? Log in`
  },
  {
    name: "a used-up allowance",
    label: "login_wall",
    title: "Example Times",
    text:
      "You've reached your limit of free articles. Create a free account to continue reading, or subscribe for one euro a week."
  },
  {
    name: "a pay wall in French",
    label: "login_wall",
    title: "La croissance ralentit",
    text: "Article réservé aux abonnés. Il vous reste 85 % de cet article à lire."
  },
  {
    name: "a missing page that answers with success",
    label: "error_page",
    title: "Page not found | Example Agency",
    text:
      "The page you are looking for could not be found. It may have been moved or deleted.\n\nReturn to the home page"
  },
  {
    name: "a missing page with a playful title",
    label: "error_page",
    title: "Oops!",
    text:
      "We can't find that page. Check the address for typing errors, or go back to the homepage and try the search there."
  },
  {
    name: "a missing page with a list of links",
    label: "error_page",
    title: "404 - Example Ministry",
    text: `Sorry, the document that you requested was not found.\n\n${
      "News\nPress releases\nStatistics and open data\nLaws and regulations in force\nContact and opening hours\n"
        .repeat(6)
    }`
  },
  {
    name: "an error of a program",
    label: "error_page",
    title: "Example Bank",
    text: "Something went wrong. An unexpected error has occurred; our team was told about it. Please try again later."
  },
  {
    name: "an outage",
    label: "error_page",
    title: "Service Unavailable",
    text: "The server is temporarily unavailable because of maintenance."
  },
  { name: "nothing", label: "thin", title: null, text: "" },
  { name: "a menu", label: "thin", title: "Example", text: "Home\nProducts\nPrices\nAbout us\nContact\nImprint" },
  {
    name: "a headline with a picture",
    label: "thin",
    title: "Bridge reopens",
    text: "The bridge reopens on Monday after a year of repairs, the city says."
  },
  {
    name: "an article",
    label: "evidence",
    title: "Council puts off vote on flood wall",
    text: article("The flood wall will wait.")
  },
  {
    name: "an article that mentions a log-in",
    label: "evidence",
    title: "Bank resets accounts after leak",
    text: article(
      "Customers must log in to continue using the service and choose a new password. You must be logged in to see the notice. Already a subscriber? Sign in to read more."
    )
  },
  {
    name: "an article with a password field in its header",
    label: "evidence",
    title: "Council puts off vote on flood wall",
    text: article("The flood wall will wait."),
    hasPasswordField: true
  },
  {
    name: "a short notice with a password field in its header",
    label: "evidence",
    title: "Council puts off vote on flood wall",
    text: `${filler.repeat(5)}The vote is now set for the first week of April.`,
    hasPasswordField: true
  },
  {
    name: "an article on robots and captchas",
    label: "evidence",
    title: "Are you a robot? How captchas lost",
    text: article(
      "For twenty years sites asked people to verify you are human, to solve the captcha, to press and hold. Please enable JavaScript, they said."
    )
  },
  {
    name: "a short report on captchas",
    label: "evidence",
    title: "Court rules on captchas",
    text: `A court in Vienna ruled that a site may ask visitors to verify that they are not robots. ${filler.repeat(4)}`
  },
  {
    name: "an article on broken links",
    label: "evidence",
    title: "404 and other numbers: a history of the missing page",
    text: article(
      "The page you requested could not be found: everybody has read the sentence. Error 404 is thirty years old."
    )
  },
  {
    name: "a short article on an outage",
    label: "evidence",
    title: "Exchange halts trading after software error",
    text: `The exchange said that an unexpected error occurred in the matching engine at noon. ${filler.repeat(4)}`
  },
  {
    name: "a short press release",
    label: "evidence",
    title: "Example Corp appoints finance chief",
    text:
      "Example Corp (EXM) today named Ana Ruiz chief financial officer with effect from 1 March. Ms. Ruiz joins from Sample plc, where she led the treasury for six years. She succeeds Paul Meyer, who retires. The board confirmed its forecast for the year: revenue between 1.2 and 1.3 billion euros, and a margin of 11 to 12 %."
  },
  {
    name: "an article with a notice about subscriptions at its end",
    label: "evidence",
    title: "Council puts off vote on flood wall",
    text: `${filler.repeat(6)}Subscribe to our newsletter for more stories like this.`
  },
  {
    name: "a page in Japanese",
    label: "evidence",
    title: "経済成長率",
    text:
      "内閣府は火曜日、四半期の国内総生産を発表した。前期に比べて年率で二・一パーセント増え、市場の予想を上回った。個人消費は二期続けて増え、設備投資も堅調だった。一方で、輸出は自動車を中心に減った。来期の見通しについて、同府は慎重な姿勢を崩していない。"
  }
]
