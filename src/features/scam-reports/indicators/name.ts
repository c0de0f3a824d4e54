import { trimInvisible } from './indicator.ts';

const foldName = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Removes accents, case and punctuation: `Élite-Trades Ltd.` becomes `elite trades ltd`. Null when too short. */
export function parseName(text: string): string | null {
  const name = foldName(foldName(trimInvisible(text)));
  return name.length >= 2 && name.length <= 200 ? name : null;
}
