import type { Agreement } from './views.ts';

/** Why a hit is not the listed party (staff text alone: the customer never learns that there was one, A7). */
export const clearReasons = {
  other_birth_date: 'Another date of birth',
  other_country: 'Another nationality or country',
  other_person: 'Another person, seen from the papers',
  common_name: 'A common name, nothing else agrees',
} as const;

/** The reasons that the facts of a hit leave: where both were born on one day, no other birth tells them apart. */
export const clearReasonsFor = (birth: Agreement): Partial<typeof clearReasons> => {
  const { other_birth_date, ...rest } = clearReasons;
  return birth === 'same' ? rest : { other_birth_date, ...rest };
};

/** Why a hit is taken for the listed party. */
export const confirmReasons = {
  papers_agree: 'Name, date of birth and papers agree',
  customer_confirmed: 'Facts given by the customer agree',
  authority_confirmed: 'Confirmed by an authority',
} as const;
