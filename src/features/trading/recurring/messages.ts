import { defineErrors } from '../../../kernel/refusal.ts';
import { platformMessages } from '../../../platform/messages.ts';
import { letterFrame } from '../../notifications/email.ts';

export const recurringBuyMessages = {
  'recurring_buys.too_many': {
    status: 409,
    text: 'You can have up to {most} recurring buys. Delete one first.',
  },
  'recurring_buys.not_found': { status: 404, text: "We couldn't find this recurring buy any more." },
  'recurring_buys.too_large': {
    field: 'amount',
    text: 'Orders from {threshold} need documents each time, so please place them yourself.',
  },
} as const;

const letter = { ...letterFrame, button: 'See your recurring buys' } as const;

export const recurringBuyEmails = {
  refused: {
    ...letter,
    subject: "We couldn't prepare your recurring buy of {coin}",
    paragraphs: [
      '{reason}',
      "Your recurring buy stays as it is. We'll prepare the next order on {next}.",
      "Did your bank send money today? It's safe. Get help with the reference {reference}, and we'll find it.",
    ],
  },
  paused: {
    ...letter,
    subject: 'Your recurring buy of {coin} is paused',
    paragraphs: [
      "We didn't receive a payment for {count} orders in a row, so we stopped preparing new ones.",
      'You can resume it on your recurring buys page at any time.',
      'Is a standing order still running at your bank? Stop it there until you resume.',
    ],
  },
} as const;

export const { refuse, refusalCodes } = defineErrors(recurringBuyMessages, platformMessages);
