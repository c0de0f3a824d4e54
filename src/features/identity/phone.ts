import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * A phone number as E.164, such as `+18765551234`; null when no such number can exist. A number without a country is a
 * Jamaican one. The tables behind this are large, so it is asked on the server alone.
 */
export function readPhone(text: string): string | null {
  const read = parsePhoneNumberFromString(text, 'JM');
  return read?.isValid() && !read.ext ? read.number : null;
}
