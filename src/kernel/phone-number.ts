import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * Parses a phone number to E.164 (`+18765551234`), by default of Jamaica. Null when invalid or with an extension.
 * Server only, because the number tables are large.
 */
export function parsePhone(text: string): string | null {
  if (text.length > 40 || !/\d/.test(text)) return null;
  const parsed = parsePhoneNumberFromString(text.replace(/^tel:/i, ''), 'JM');
  return parsed?.isValid() && !parsed.ext ? parsed.number : null;
}
