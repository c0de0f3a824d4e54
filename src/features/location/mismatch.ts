import { countryName } from './place.ts';

/**
 * Returns the names of both countries if they differ, for the warning on the customer's own location card. Null if they
 * agree or the declared country is `other` [000 §8 Location].
 */
export function findMismatch(declared: string, detectedCode: string): { declared: string; detected: string } | null {
  const [declaredName, detectedName] = [countryName(declared), countryName(detectedCode)];
  return declaredName && detectedName && declared !== detectedCode
    ? { declared: declaredName, detected: detectedName }
    : null;
}
