import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * Formats a phone number as E.164 (`+18765550100`), by default Jamaican. Null when invalid. Server only: large tables.
 */
export function parsePhoneNumber(text: string): string | null {
  const parsed = parsePhoneNumberFromString(text, 'JM');
  return parsed?.isValid() && !parsed.ext ? parsed.number : null;
}
