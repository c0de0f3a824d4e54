import { takes } from '../../kernel/params.ts';

/** What this feature can say no with. */
export const agreementsMessages = {
  'agreements.outdated': {
    status: 409,
    title: 'Error',
    text: 'A newer version was published meanwhile. Please reload the page and read that one.',
    params: takes({}),
  },
} as const;
