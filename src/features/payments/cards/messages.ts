import { defineErrors } from '../../../kernel/refusal.ts';
import { platformMessages } from '../../../platform/messages.ts';
import { approvalsMessages } from '../../approvals/messages.ts';
import { movementsMessages } from '../../ledger/messages.ts';

/** Errors for customers [001 §8 Payment pages]. */
export const cardsMessages = {
  'cards.not_payable': {
    status: 404,
    text: 'Failed to load payment details',
  },
  'cards.closed': { text: "Card payments aren't available right now. Nothing was charged." },
  'cards.provider_down': {
    status: 503,
    text: "We can't reach the card page right now. Nothing was charged. Please try again in a few minutes.",
  },
} as const;

export const cardsDeskMessages = {
  'cards.no_such_page': {
    status: 409,
    text: 'No open card page matches this charge. If it is not recorded yet, record it as unallocated money.',
  },
  'cards.another_page': {
    field: 'transaction',
    text: "The charge number must contain {reference}. Copy the full number from the provider's list.",
  },
} as const;

export const { refuse, refusalCodes } = defineErrors(
  cardsMessages,
  cardsDeskMessages,
  movementsMessages,
  approvalsMessages,
  platformMessages,
);
