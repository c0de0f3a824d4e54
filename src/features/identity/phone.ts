import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Parses to E.164, such as `+18765551234`; null when invalid. The default country is Jamaica. Server only. */
export function parsePhone(text: string): string | null {
  const parsed = parsePhoneNumberFromString(text, 'JM');
  return parsed?.isValid() && !parsed.ext ? parsed.number : null;
}
