import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Parses a phone number to E.164, such as `+18765551234`; null when invalid. Defaults to Jamaica. Server only. */
export function parsePhone(text: string): string | null {
  const parsed = parsePhoneNumberFromString(text, 'JM');
  return parsed?.isValid() && !parsed.ext ? parsed.number : null;
}
