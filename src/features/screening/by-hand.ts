import { type CustomerFacts, leastScore } from './match-party.ts';
import { isComparable } from './names.ts';
import type { Like } from './screen-names.ts';

/** What stands as the list of a name that no machine can compare. */
export const byHand = 'by hand';

const party = {
  name: 'A name in other letters than the lists use, or of too many words',
  aliases: [],
  births: [],
  countries: [],
  programmes: [],
  category: 'watch',
} as const;

/**
 * Names that no machine compares with lists, for a person to compare: other alphabets, foreign letters that look like
 * ours, a dozen words. Decided like a match, so that an approval waits for it and it is asked once.
 */
export const toCompareByHand = ({ names }: Pick<CustomerFacts, 'names'>): Like[] =>
  names
    .filter((name) => !isComparable(name))
    .map((name) => {
      const matched = { customer: name, party: party.name, weak: false };
      const match = { score: leastScore, matched, nameScore: 0, birth: 'unknown', country: 'unknown' } as const;
      return { source: byHand, sourceName: byHand, partyRef: name, listId: null, factsHash: '', party, match };
    });
