const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const alphabet = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));

/** Country names on the lists that `Intl.DisplayNames` does not know. */
const alternativeNames: Readonly<Record<string, string>> = {
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

const normalizeName = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’.]/g, '')
    .replace(/&/g, 'and')
    .replace(/[^a-z]+/g, ' ')
    .trim();

const codesByName = new Map<string, string>(Object.entries(alternativeNames));
for (const first of alphabet)
  for (const second of alphabet) {
    const name = names.of(first + second);
    if (name && !codesByName.has(normalizeName(name))) codesByName.set(normalizeName(name), first + second);
  }

/** Returns the ISO code for a code or an English name, or null when unknown. */
export function getCountryCode(text: string): string | null {
  const code = text.trim().toUpperCase();
  if (/^[A-Z]{2}$/.test(code)) return code;
  return codesByName.get(normalizeName(text)) ?? null;
}
