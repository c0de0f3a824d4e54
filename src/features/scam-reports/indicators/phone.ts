import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Parses to E.164, or null; the default country is Jamaica. Server only: the number metadata is large. */
export function parsePhone(text: string): string | null {
  if (text.length > 40 || !/\d/.test(text)) return null;
  const parsed = parsePhoneNumberFromString(text.replace(/^tel:/i, ''), 'JM');
  return parsed?.isValid() && !parsed.ext ? parsed.number : null;
}
