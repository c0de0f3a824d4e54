import { countryName } from './place.ts';

/** Returns declared and detected country if they differ [000 §8 Location]; null when `other` is declared. */
export function findMismatch(declared: string, detectedCode: string): { declared: string; detected: string } | null {
  const [declaredName, detectedName] = [countryName(declared), countryName(detectedCode)];
  return declaredName && detectedName && declared !== detectedCode
    ? { declared: declaredName, detected: detectedName }
    : null;
}
