import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { Rubric } from '../course-schema.ts';
import type { Evidence } from './schema.ts';

const phraseWords = new Set(wordlist);
/** Number of words in the shortest recovery phrase. */
const minPhraseWords = 12;

/** True when the text has 12 consecutive BIP 39 words, which ordinary sentences never have. */
export function hasRecoveryPhrase(text: string): boolean {
  let run = 0;
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    run = phraseWords.has(word) ? run + 1 : 0;
    if (run >= minPhraseWords) return true;
  }
  return false;
}

/** Returns the names of incomplete parts. */
export function findMissingParts({ tasks }: Rubric, evidence: Evidence): string[] {
  const isOpen = ({ id, evidence: kind }: Rubric['tasks'][number]) => {
    const part = evidence[id];
    return !part || part.text === '' || (kind === 'transaction' && part.hash === '');
  };
  return tasks.filter(isOpen).map(({ task }) => task);
}

/** Removes parts that the project does not have. */
export const pickParts = ({ tasks }: Rubric, evidence: Evidence): Evidence =>
  Object.fromEntries(Object.entries(evidence).filter(([part]) => tasks.some(({ id }) => id === part)));
