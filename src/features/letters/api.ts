import { decideWords, proposeWords } from './change-letter.ts';
import type { HouseLetters } from './letter-list.ts';
import { listLetters, showLetter } from './show-letters.ts';

/** `letters`: all that the house writes, by name; rooms above this one word them. */
export const lettersApi = (letters: HouseLetters) => ({
  list: listLetters(letters),
  show: showLetter(letters),
  propose: proposeWords(letters),
  decide: decideWords(letters),
});
