import { z } from 'zod';

/** What this feature can say no with. */
export const agreementsMessages = {
  'agreements.outdated': {
    status: 409,
    title: 'Error',
    text: 'A newer version was published meanwhile. Please reload the page and read that one.',
    params: z.object({}),
  },
} as const;
