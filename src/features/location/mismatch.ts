import { countryName } from './place.ts';

/**
 * The names of the country somebody declared and of the one their connection is in, where the two differ [000 §8
 * Location]. Who chose `other` at sign-up named no country: then there is nothing to compare.
 */
export function mismatchOf(declared: string, detectedCode: string): { declared: string; detected: string } | null {
  const [told, found] = [countryName(declared), countryName(detectedCode)];
  return told && found && declared !== detectedCode ? { declared: told, detected: found } : null;
}
