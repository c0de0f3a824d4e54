import { defineErrors } from '../../../kernel/refusal.ts';
import { platformMessages } from '../../../platform/messages.ts';

export const agreementsMessages = {
  'agreements.outdated': {
    status: 409,
    text: "There's a newer version. Please reload the page and read it.",
  },
} as const;

export const { refuse, refusalCodes } = defineErrors(agreementsMessages, platformMessages);
