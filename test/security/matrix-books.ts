import { desk } from './verdicts.ts';

/** Counts and reports that are about nobody in particular. */
export const bookLines = {
  'compliance/figures': { row: desk(['compliance'], 'yes'), input: async () => ({}) },
  'compliance/erasures': { row: desk(['compliance'], 'yes'), input: async () => undefined },
};
