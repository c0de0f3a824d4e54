import { type CustomerIdentity, type ListedMatch, minScore } from './match-party.ts';
import { isComparable } from './names.ts';

/** Source of hits for names that staff must compare manually. */
export const manualSource = 'by hand';

const party = {
  name: 'Name in another alphabet or with too many words',
  aliases: [],
  births: [],
  countries: [],
  programmes: [],
  category: 'watch',
} as const;

/** Returns a match for each name that needs a manual comparison, so that approvals wait for the decision. */
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
