/** Letters of other scripts, each paired by position with the Latin letter it looks like. In the form of `caseFold`. */
const tables: ReadonlyArray<readonly [letters: string, latin: string]> = [
  // Cyrillic: в, к, м, н and т look like small capitals.
  ["авсԁеһіјкӏмнорԛѕтуѵԝхүьҽ", "abcdehijklmhopqstyvwxybe"],
  // Greek: η, ν and υ by the shape of the lower-case letter; the others by their capitals.
  ["αβεζηικμνορτυχϳωγ", "abeznikmvoptuxjwy"],
  // Armenian
  ["օսհոզցյ", "ouhnqgj"],
  // Latin small capitals and other phonetic letters.
  ["ɑɡɩʏɪᴀʙᴄᴅᴇꜰɢʜᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡᴢ", "agiyiabcdefghjklmnoprstuvwz"],
  // Cherokee and Lisu, whose letters look like Latin capitals.
  ["ᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᎽᏃᎡ", "abcdehjklmprstvwyzr"],
  ["ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ", "abcdefghijklmnoprstuvwxyz"]
]

/** Maps each confusable letter to the Latin letter it looks like; both in the form of `caseFold`. */
export const lookalikes: ReadonlyMap<string, string> = new Map(
  tables.flatMap(([letters, latin]) => [...letters].map((letter, at) => [letter.toLowerCase(), [...latin][at]!]))
)

const foreign = new RegExp(`[${[...lookalikes.keys()].join("")}]`, "gu")

// Combining marks that remain after NFKC, because no precomposed letter exists.
const looseMarks = /[\u0300-\u036F]/g

/**
 * Replaces confusable letters by Latin letters and drops combining marks that NFKC did not compose, so that texts of
 * the same appearance become equal. Takes a text in the form of `caseFold`. Accented letters stay as they are.
 *
 * @example foldLookalikes("аdа") // "ada"
 */
export const foldLookalikes = (folded: string): string =>
  folded.replace(looseMarks, "").replace(foreign, (letter) => lookalikes.get(letter)!)
