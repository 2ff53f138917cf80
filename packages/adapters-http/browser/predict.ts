// What the page on which a person predicts gains from a script: the gates while one writes, judged by the same functions as
// at the server; the consequence of the confidence; and a draft that the tab keeps.
import { judgeReasoning, noOriginalityFacts, parseReasoning } from "@auspex/domain/gates"
import { participationPoints, payout } from "@auspex/domain/scoring"

const form = document.querySelector<HTMLFormElement>("form#predict")
const reasoning = form?.querySelector<HTMLTextAreaElement>("textarea[name=reasoning]")
const confidence = form?.querySelector<HTMLInputElement>("input[name=confidence]")
const gates = document.querySelector<HTMLElement>("#gates")
const consequence = document.querySelector<HTMLElement>("#consequence")

/** A line of the list of gates: its sign, which colour does not replace, and its sentence. */
const lineOf = (passed: boolean, text: string): HTMLLIElement => {
  const line = document.createElement("li")
  const sign = document.createElement("span")
  sign.className = passed ? "good" : "bad"
  sign.textContent = passed ? "✓" : "✗"
  line.append(sign, document.createTextNode(text))
  return line
}

const atPlacing = "Whether a source is new and the words are your own is checked when you place it."

const showGates = (text: string): void => {
  if (gates === null) return
  if (text.trim() === "") return gates.replaceChildren()
  const failures = judgeReasoning(parseReasoning(text), noOriginalityFacts)
  const lines = failures.length === 0
    ? [lineOf(true, `Long enough, complete, in order and with sources. ${atPlacing}`)]
    : failures.map(({ message }) => lineOf(false, message))
  gates.replaceChildren(...lines)
}

const showConsequence = (text: string): void => {
  if (consequence === null) return
  const stated = Number(text)
  if (!Number.isInteger(stated) || stated < 50 || stated > 99) {
    consequence.textContent = ""
    return
  }
  const weight = Number(consequence.dataset["weight"])
  const facts = { confidence: stated, weight, streak: 1, contrarian: false, early: false, hedged: false, correct: true }
  const gained = payout(facts).returned - stated
  consequence.textContent =
    `At ${stated} % you stake ${stated} points. If you are right, your balance rises by ${gained} at least; if not, it falls by ${
      stated - participationPoints
    }.`
}

if (form !== null && reasoning != null && confidence != null) {
  const draft = `draft of ${location.pathname}`
  if (reasoning.value.trim() === "") reasoning.value = sessionStorage.getItem(draft) ?? ""
  reasoning.addEventListener("input", () => {
    sessionStorage.setItem(draft, reasoning.value)
    showGates(reasoning.value)
  })
  confidence.addEventListener("input", () => showConsequence(confidence.value))
  // A refused form comes back with its text.
  form.addEventListener("submit", () => sessionStorage.removeItem(draft))
  showGates(reasoning.value)
  showConsequence(confidence.value)
}
