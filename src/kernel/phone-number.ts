import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Parses a number (default: Jamaica) to E.164. Null if invalid or with an extension. Server only: large tables. */
export function parsePhone(text: string): string | null {
  if (text.length > 40 || !/\d/.test(text)) return null;
  const parsed = parsePhoneNumberFromString(text.replace(/^tel:/i, ''), 'JM');
  return parsed?.isValid() && !parsed.ext ? parsed.number : null;
}
