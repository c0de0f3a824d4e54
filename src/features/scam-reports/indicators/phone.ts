import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Parses to E.164; the default country is Jamaica. Server only: the tables are large. */
export function parsePhone(text: string): string | null {
  if (text.length > 40 || !/\d/.test(text)) return null;
  const parsed = parsePhoneNumberFromString(text.replace(/^tel:/i, ''), 'JM');
  return parsed?.isValid() && !parsed.ext ? parsed.number : null;
}
