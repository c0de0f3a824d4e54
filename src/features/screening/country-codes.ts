const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));

/** Words that lists use and that are not the usual English name. */
const otherNames: Readonly<Record<string, string>> = {
  'iran islamic republic of': 'IR',
  'democratic peoples republic of korea': 'KP',
  'democratic republic of the congo': 'CD',
  'syrian arab republic': 'SY',
  'russian federation': 'RU',
  'united republic of tanzania': 'TZ',
  'state of palestine': 'PS',
  'cote divoire': 'CI',
  'united kingdom of great britain and northern ireland': 'GB',
  'united states of america': 'US',
  'republic of moldova': 'MD',
  'bosnia and herzegovina': 'BA',
  'trinidad and tobago': 'TT',
  turkey: 'TR',
  burma: 'MM',
  myanmar: 'MM',
};

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’.]/g, '')
    .replace(/&/g, 'and')
    .replace(/[^a-z]+/g, ' ')
    .trim();

const byName = new Map<string, string>(Object.entries(otherNames));
for (const first of letters)
  for (const second of letters) {
    const name = names.of(first + second);
    if (name && !byName.has(plain(name))) byName.set(plain(name), first + second);
  }

/** The ISO code of a country by its code or English name; null for what no list of countries knows. */
export function countryCode(text: string): string | null {
  const code = text.trim().toUpperCase();
  if (/^[A-Z]{2}$/.test(code)) return code;
  return byName.get(plain(text)) ?? null;
}
