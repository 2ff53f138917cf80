/** Letters of other scripts, and the Latin ones that they are drawn like, one for one. In the form of `caseFold`. */
const tables: ReadonlyArray<readonly [letters: string, latin: string]> = [
  // Cyrillic: в, к, м, н and т are drawn like small capitals.
  ["авсԁеһіјкӏмнорԛѕтуѵԝхүьҽ", "abcdehijklmhopqstyvwxybe"],
  // Greek: η, ν and υ as the small letters look; their capitals are drawn like others.
  ["αβεζηικμνορτυχϳωγ", "abeznikmvoptuxjwy"],
  // Armenian
  ["օսհոզցյ", "ouhnqgj"],
  // Latin: of phonetic writing, small capitals.
  ["ɑɡɩʏɪᴀʙᴄᴅᴇꜰɢʜᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡᴢ", "agiyiabcdefghjklmnoprstuvwz"],
  // Cherokee and Lisu, whose letters are drawn like capitals.
  ["ᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᎽᏃᎡ", "abcdehjklmprstvwyzr"],
  ["ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ", "abcdefghijklmnoprstuvwxyz"]
]

/** Each letter that is drawn like a Latin one, and that one; both in the form of `caseFold`. */
export const lookalikes: ReadonlyMap<string, string> = new Map(
  tables.flatMap(([letters, latin]) => [...letters].map((letter, at) => [letter.toLowerCase(), [...latin][at]!]))
)

const foreign = new RegExp(`[${[...lookalikes.keys()].join("")}]`, "gu")

// What remains after NFKC: marks on letters with which no letter is composed.
const looseMarks = /[\u0300-\u036F]/g

/**
 * A text in the form of `caseFold` with the Latin letter for each that is drawn like it, and without combining marks that
 * compose with nothing. Two texts that a reader takes for one are then equal; accented letters stay what they are.
 *
 * @example foldLookalikes("аdа") // "ada"
 */
export const foldLookalikes = (folded: string): string =>
  folded.replace(looseMarks, "").replace(foreign, (letter) => lookalikes.get(letter)!)
