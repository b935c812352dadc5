// Characters that no reader sees: joiners, fillers, variation selectors, direction marks and the like.
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u
const special = /[^\0-\x7f]/
const unseenEverywhere = new RegExp(unseen.source, 'gu')
// Full-width forms, letters and digits of mathematics, and enclosed or raised letters and digits.
const lookAlike =
  /[\u00aa\u00b2\u00b3\u00b9\u00ba\u02b0-\u02b8\u02e0-\u02e4\u1d2c-\u1d6a\u2070-\u209c\u2100-\u214f\u2460-\u24ea\uff01-\uff5e\uffe3]|[\u{1d400}-\u{1d7ff}\u{1f100}-\u{1f189}]/gu

/** Replaces characters that look like those of ASCII, and removes invisible ones. */
export function foldLookAlikes(text: string): string {
  if (!special.test(text)) return text
  return text.replace(unseenEverywhere, '').replace(lookAlike, (character) => {
    const plain = character.normalize('NFKC')
    return plain.length === 1 && plain <= '~' ? plain : character
  })
}
