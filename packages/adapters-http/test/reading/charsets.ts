/** A text for each group of charsets in which it can be written, in words of our own. */
export const charsetTexts: Readonly<Record<string, ReadonlyArray<string>>> = {
  "Министерство финансов сообщило во вторник, что дефицит бюджета вырос до 4,5 процента. Совет отложил решение о стене до весны, и жители, которые ждали его три часа, разошлись. Город заплатит за работы 41 миллион рублей, сказал казначей, если край добавит ещё 12. Строить начнут не раньше апреля, а закончат через два года, после того как уйдёт вода. ":
    ["windows-1251", "koi8-r", "iso-8859-5"],
  "财政部星期二表示，预算赤字上升到百分之四点五。委员会把修建防洪墙的决定推迟到春天，等了三个小时的居民都回家了。": [
    "gbk",
    "gb18030"
  ],
  "財政部星期二表示，預算赤字上升到百分之四點五。委員會把修建防洪牆的決定推遲到春天，等了三個小時的居民都回家了。": [
    "big5"
  ],
  "財務省は火曜日、予算の赤字が四・五パーセントに増えたと発表した。議会は堤防の建設の決定を春まで延期し、住民は帰った。":
    ["shift_jis", "euc-jp"],
  "재무부는 화요일에 예산 적자가 4.5퍼센트로 늘었다고 발표했다. 의회는 방벽 건설 결정을 봄까지 미루었고 주민들은 집으로 돌아갔다. ":
    ["euc-kr"],
  "Το υπουργείο ανακοίνωσε την Τρίτη ότι το έλλειμμα αυξήθηκε στο 4,5 τοις εκατό. Το συμβούλιο ανέβαλε την απόφαση για την άνοιξη. ":
    ["windows-1253"],
  "กระทรวงแถลงเมื่อวันอังคารว่าการขาดดุลเพิ่มขึ้นเป็นร้อยละสี่จุดห้า สภาเลื่อนการตัดสินใจเรื่องกำแพงกันน้ำไปจนถึงฤดูใบไม้ผลิ และชาวบ้านก็กลับบ้าน ": [
    "windows-874"
  ],
  "Ministerstwo ogłosiło we wtorek, że deficyt wzrósł do 4,5 procent. Rada odłożyła decyzję o budowie wału do wiosny, a mieszkańcy wrócili do domów. ":
    ["windows-1250"]
}

/** Encodes a text by looking up what the decoder makes of each byte and each pair of bytes. */
export const encoded = (text: string, charset: string): Buffer => {
  const decoder = new TextDecoder(charset)
  const bytes = new Map<string, ReadonlyArray<number>>()
  const trailMax = /gb|big5|jis|euc/.test(charset) ? 0xff : 0
  for (let lead = 0x80; lead < 0x100; lead++) {
    const single = decoder.decode(Uint8Array.of(lead))
    if (single.length === 1 && single !== "\ufffd" && !bytes.has(single)) bytes.set(single, [lead])
    for (let trail = 0x40; trail < trailMax; trail++) {
      const pair = decoder.decode(Uint8Array.of(lead, trail))
      if (pair.length === 1 && pair !== "\ufffd" && !bytes.has(pair)) bytes.set(pair, [lead, trail])
    }
  }
  return Buffer.from(
    Array.from(text, (character) => {
      const found = bytes.get(character) ?? (character < "\u0080" ? [character.charCodeAt(0)] : undefined)
      if (found === undefined) throw new Error(`${charset} has no ${character}`)
      return found
    }).flat()
  )
}
