import { defineErrors } from '../../../kernel/refusal.ts';
import { platformMessages } from '../../../platform/messages.ts';
import { approvalsMessages } from '../../approvals/messages.ts';
import { outgoingMessages } from '../../outgoing-money/messages.ts';
import { tradingMessages } from '../../trading/messages.ts';
import { orderStaffMessages } from '../../trading/staff-messages.ts';
import { complianceMessages } from '../messages.ts';

export const caseworkMessages = {
  'compliance.one_person_is_enough': {
    status: 409,
    text: 'One person can release this hold: no sanctions list is involved, and the customer may place such an order now.',
  },
} as const;

export const { refuse, refusalCodes } = defineErrors(
  caseworkMessages,
  complianceMessages,
  orderStaffMessages,
  outgoingMessages,
  tradingMessages,
  approvalsMessages,
  platformMessages,
);
