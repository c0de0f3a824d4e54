import type { Agreement } from './views.ts';

/** For staff only: the customer never learns about a hit (A7). */
export const clearReasons = {
  other_birth_date: 'Different date of birth',
  other_country: 'Different nationality or country',
  other_person: 'Documents show a different person',
  common_name: 'Common name, and nothing else matches',
} as const;

export const getClearReasons = (birth: Agreement): Partial<typeof clearReasons> => {
  const { other_birth_date, ...rest } = clearReasons;
  return birth === 'same' ? rest : { other_birth_date, ...rest };
};

export const confirmReasons = {
  papers_agree: 'Name, date of birth and documents match',
  customer_confirmed: 'Information from the customer matches',
  authority_confirmed: 'Confirmed by an authority',
} as const;
