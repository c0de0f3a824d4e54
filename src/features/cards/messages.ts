import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';
import { movementsMessages } from '../movements/messages.ts';

/** Why nobody can pay by card now, 'Failed to load payment details' among it [001 §8 Payment pages]. */
export const cardsMessages = {
  'cards.not_payable': {
    status: 404,
    text: 'Failed to load payment details',
  },
  'cards.closed': { text: 'Paying by card is not open at the moment. Nothing was charged.' },
  'cards.provider_down': {
    status: 503,
    text: 'The card page cannot be reached at the moment. Nothing was charged. Please try again in a few minutes.',
  },
} as const;

/** What staff are told. */
export const cardsDeskMessages = {
  'cards.no_such_page': {
    status: 409,
    text: 'No such page waits for a charge. It may have been found meanwhile; else record it as unassigned money.',
  },
  'cards.another_page': {
    field: 'transaction',
    text: "The provider's number of this charge has {reference} in it. Copy it whole, as their list shows it.",
  },
} as const;

export const { refuse, mayRefuse } = catalogue(
  cardsMessages,
  cardsDeskMessages,
  movementsMessages,
  approvalsMessages,
  platformMessages,
);
