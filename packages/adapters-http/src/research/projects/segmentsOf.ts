import { linesOf } from "../../pages/formFields.ts"

/** The segments in a form, one a line: name; weight; size; persona. */
export const segmentsOf = (form: URLSearchParams) =>
  linesOf(form.get("segments")).map((line) => {
    const [name = "", weight = "", size = "", ...persona] = line.split(";").map((part) => part.trim())
    return { name, weight: Number(weight || Number.NaN), size: Number(size || Number.NaN), persona: persona.join("; ") }
  })
