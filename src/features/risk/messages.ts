import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';

export const riskMessages = {
  'risk.not_found': { status: 404, text: 'Order or customer not found.' },
  'risk.unchanged': { status: 409, text: 'These rules are already in force.' },
  'risk.factors_differ': {
    text: 'You can change thresholds, points and texts. Factors cannot be added, removed or redefined: {which}',
  },
} as const;

export const { refuse, refusalCodes } = defineErrors(riskMessages, approvalsMessages, platformMessages);
