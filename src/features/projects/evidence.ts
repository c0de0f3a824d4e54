import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { Rubric } from '../learning/course-schema.ts';
import type { Evidence } from './schema.ts';

const known = new Set(wordlist);
/** The shortest phrase that opens a wallet. */
const shortest = 12;

/** Whether a text holds so many words of such a phrase, one after the other, as hardly any sentence does. */
export function holdsSecretWords(text: string): boolean {
  let run = 0;
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    run = known.has(word) ? run + 1 : 0;
    if (run >= shortest) return true;
  }
  return false;
}

/** The parts in which something is still missing, as they are called in the project. */
export function openParts({ tasks }: Rubric, evidence: Evidence): string[] {
  const isOpen = ({ id, evidence: kind }: Rubric['tasks'][number]) => {
    const given = evidence[id];
    return !given || given.text === '' || (kind === 'transaction' && given.hash === '');
  };
  return tasks.filter(isOpen).map(({ task }) => task);
}

/** What belongs to parts of this project, and nothing else. */
export const ofParts = ({ tasks }: Rubric, evidence: Evidence): Evidence =>
  Object.fromEntries(Object.entries(evidence).filter(([part]) => tasks.some(({ id }) => id === part)));
