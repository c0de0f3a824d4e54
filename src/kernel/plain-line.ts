/** A text of others as one line, without signs that are none or turn what stands beside them, cut to what is kept. */
export const plainLine = (text: string, most: number): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\s]+/gu, ' ')
    .trim()
    .slice(0, most)
    .trim();
