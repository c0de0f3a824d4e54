/** The countries a form offers, in the order in which it offers them [000 §3 Sign-up payload]. */
export const countries = ['JM', 'US', 'CA', 'GB', 'AU', 'DE', 'FR', 'JP', 'CN', 'IN', 'BR', 'MX', 'other'] as const;

export type Country = (typeof countries)[number];

/** What people call them. The code is what is stored. */
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

/** What people call the country that is stored by this code; what is no code of ours stands as it is. */
export const countryNamed = (code: string): string => names[code] ?? code;
