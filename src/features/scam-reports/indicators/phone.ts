import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** A phone number as E.164; one without a country is Jamaican. The tables behind this are the server's alone. */
export function readPhone(text: string): string | null {
  if (text.length > 40 || !/\d/.test(text)) return null;
  const read = parsePhoneNumberFromString(text.replace(/^tel:/i, ''), 'JM');
  return read?.isValid() && !read.ext ? read.number : null;
}
