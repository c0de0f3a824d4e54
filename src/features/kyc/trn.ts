/** Taxpayer Registration Number: nine digits without a check digit, also the number of a driver's licence. */
const trnPattern = /^\d{9}$/;

/** Parses a TRN with or without hyphens or spaces; null when invalid. */
export function parseTrn(text: string): string | null {
  const grouped = /^(\d{3})[ -]?(\d{3})[ -]?(\d{3})$/.exec(text.trim());
  const digits = grouped ? grouped.slice(1).join('') : '';
  return trnPattern.test(digits) ? digits : null;
}

export const formatTrn = (digits: string): string => `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`;

/** Personal TRNs usually begin with 1, company TRNs with 0. Only a hint. */
export const isBusinessTrn = (digits: string): boolean => !digits.startsWith('1');

export const maskTail = (text: string): string => `${'•'.repeat(Math.max(0, text.length - 3))}${text.slice(-3)}`;
