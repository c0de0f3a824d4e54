import { bare } from './indicator.ts';

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** A name without accents, case and punctuation: `Élite-Trades Ltd.` and `elite trades ltd` are one. */
export function readName(text: string): string | null {
  const name = folded(folded(bare(text)));
  return name.length >= 2 && name.length <= 200 ? name : null;
}
