import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { Rubric } from '../learning/course-schema.ts';
import type { Evidence } from './schema.ts';

const phraseWords = new Set(wordlist);
/** Shortest recovery phrase of a wallet. */
const minPhraseWords = 12;

/** Detects 12 consecutive words of the BIP 39 list, which ordinary sentences do not contain. */
export function hasRecoveryPhrase(text: string): boolean {
  let run = 0;
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    run = phraseWords.has(word) ? run + 1 : 0;
    if (run >= minPhraseWords) return true;
  }
  return false;
}

/** Names of the parts that are incomplete. */
export function findMissingParts({ tasks }: Rubric, evidence: Evidence): string[] {
  const isOpen = ({ id, evidence: kind }: Rubric['tasks'][number]) => {
    const part = evidence[id];
    return !part || part.text === '' || (kind === 'transaction' && part.hash === '');
  };
  return tasks.filter(isOpen).map(({ task }) => task);
}

/** Drops parts that are not in this project. */
export const pickParts = ({ tasks }: Rubric, evidence: Evidence): Evidence =>
  Object.fromEntries(Object.entries(evidence).filter(([part]) => tasks.some(({ id }) => id === part)));
