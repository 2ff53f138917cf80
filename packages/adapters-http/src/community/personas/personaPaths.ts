/** The addresses of the personas of an account. */
export const personasPath = "/account/personas"
export const interviewPath = `${personasPath}/interview`
export const fromArchetypePath = `${personasPath}/from-archetype`

/** The address of a persona, or of one of its forms. */
export const personaPath = (id: string, part = ""): string =>
  `${personasPath}/${encodeURIComponent(id)}${part === "" ? "" : `/${part}`}`
