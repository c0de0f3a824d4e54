import { countryName } from './place.ts';

/** Declared and detected country when they differ [000 §8 Location]; null for the declaration `other`. */
export function findMismatch(declared: string, detectedCode: string): { declared: string; detected: string } | null {
  const [declaredName, detectedName] = [countryName(declared), countryName(detectedCode)];
  return declaredName && detectedName && declared !== detectedCode
    ? { declared: declaredName, detected: detectedName }
    : null;
}
