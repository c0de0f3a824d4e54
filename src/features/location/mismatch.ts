import { type Country, countries, countryNames } from '../accounts/countries.ts';

const listed = (code: string): code is Exclude<Country, 'other'> =>
  code !== 'other' && countries.some((country) => country === code);

/**
 * Whether the country somebody told us differs from the one their connection is in. `other` stands for every country
 * that the form does not offer, so only one that it offers differs from it.
 */
export const differs = (declared: string, detectedCode: string): boolean =>
  declared === 'other' ? listed(detectedCode) : declared !== detectedCode;

/** What people call the country that they declared. */
export const declaredName = (declared: string): string =>
  listed(declared) ? countryNames[declared] : 'another country';
