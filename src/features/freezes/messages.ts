import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';
import { complianceMessages } from '../compliance/messages.ts';

export const freezesMessages = {
  'freezes.frozen_already': { status: 409, text: 'A colleague already froze this customer.' },
  'freezes.not_frozen': {
    status: 404,
    text: 'This freeze has ended. Please reload the page.',
  },
  'freezes.nothing_to_return': {
    status: 409,
    text: "There's nothing to return yet. The order must have ended while we still hold its money or coins.",
  },
} as const;

export const { refuse, refusalCodes } = defineErrors(
  freezesMessages,
  complianceMessages,
  approvalsMessages,
  platformMessages,
);
