import { type CustomerIdentity, minScore } from './match-party.ts';
import { isComparable } from './names.ts';
import type { ListedMatch } from './screen-names.ts';

/** Source of hits for names that need a manual comparison. */
export const manualSource = 'by hand';

const party = {
  name: 'Name in another alphabet or with too many words',
  aliases: [],
  births: [],
  countries: [],
  programmes: [],
  category: 'watch',
} as const;

/** Decided like matches, so that approvals wait for them. */
export const getManualMatches = ({ names }: Pick<CustomerIdentity, 'names'>): ListedMatch[] =>
  names
    .filter((name) => !isComparable(name))
    .map((name) => {
      const matched = { customer: name, party: party.name, weak: false };
      const match = { score: minScore, matched, nameScore: 0, birth: 'unknown', country: 'unknown' } as const;
      return {
        source: manualSource,
        sourceName: manualSource,
        partyRef: name,
        listId: null,
        factsHash: '',
        party,
        match,
      };
    });
