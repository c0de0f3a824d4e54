import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';
import { complianceMessages } from '../compliance/messages.ts';
import { orderDeskMessages } from '../trading/desk-messages.ts';
import { tradingMessages } from '../trading/messages.ts';

/** Why an order of a case cannot be released. */
export const caseworkMessages = {
  'compliance.one_person_is_enough': {
    status: 409,
    text: 'This hold is not about a list, and its customer could place the order now. One person may release it.',
  },
} as const;

export const { refuse, mayRefuse } = catalogue(
  caseworkMessages,
  complianceMessages,
  orderDeskMessages,
  tradingMessages,
  approvalsMessages,
  platformMessages,
);
