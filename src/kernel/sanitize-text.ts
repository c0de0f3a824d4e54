/** Shortens untrusted text to one line of `maxLength` characters, without control and direction characters. */
export const sanitizeSingleLine = (text: string, maxLength: number): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .trim();
