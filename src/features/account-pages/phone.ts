import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * A telephone number as people write it, in the one form in which we keep it (E.164: `+18765550100`). Without a
 * country in front it is read as Jamaican. Null when no such number can exist. The tables that know this are large:
 * for the server alone.
 */
export function phoneNumber(text: string): string | null {
  const found = parsePhoneNumberFromString(text, 'JM');
  return found?.isValid() && !found.ext ? found.number : null;
}
