import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';

/** What this feature can say no with. */
export const agreementsMessages = {
  'agreements.outdated': {
    status: 409,
    text: 'A newer version was published meanwhile. Please reload the page and read that one.',
  },
} as const;

export const { refuse, mayRefuse } = catalogue(agreementsMessages, platformMessages);
