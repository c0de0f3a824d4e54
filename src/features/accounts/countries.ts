/** Country codes in the order of the sign-up form [000 §3 Sign-up payload]. */
export const countries = ['JM', 'US', 'CA', 'GB', 'AU', 'DE', 'FR', 'JP', 'CN', 'IN', 'BR', 'MX', 'other'] as const;

export type Country = (typeof countries)[number];

export const countryNames: Readonly<Record<Country, string>> = {
  JM: 'Jamaica',
  US: 'United States',
  CA: 'Canada',
  GB: 'United Kingdom',
  AU: 'Australia',
  DE: 'Germany',
  FR: 'France',
  JP: 'Japan',
  CN: 'China',
  IN: 'India',
  BR: 'Brazil',
  MX: 'Mexico',
  other: 'Other',
};

const names: Readonly<Record<string, string>> = countryNames;

/** Returns an unknown code unchanged. */
export const getCountryName = (code: string): string => names[code] ?? code;
