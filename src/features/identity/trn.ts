/**
 * The Taxpayer Registration Number: nine digits. No published rule for a check digit can be trusted, so none is asked;
 * a driver's licence carries the TRN as its number, so the two may be equal.
 */
const shape = /^\d{9}$/;

/** The nine digits behind what somebody typed, with or without hyphens or blanks; null when it is not a TRN. */
export function readTrn(text: string): string | null {
  const grouped = /^(\d{3})[ -]?(\d{3})[ -]?(\d{3})$/.exec(text.trim());
  const digits = grouped ? grouped.slice(1).join('') : '';
  return shape.test(digits) ? digits : null;
}

/** As people write it: `123-456-789`. */
export const trnText = (digits: string): string => `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`;

/** Numbers of people are reported to begin with 1; those of companies with 0. Worth a second look, never a refusal. */
export const oddForPerson = (digits: string): boolean => !digits.startsWith('1');

/** All but the last three signs hidden, for whoever typed it. */
export const maskedTail = (text: string): string => `${'•'.repeat(Math.max(0, text.length - 3))}${text.slice(-3)}`;
