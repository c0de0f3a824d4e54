import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';

export const discountStaffMessages = {
  'discounts.wallet_changed': {
    status: 409,
    text: "This customer's wallet has changed. We've loaded the latest version.",
  },
  'discounts.since_future': { field: 'heldSince', text: "This date can't be in the future." },
  'discounts.code_exists': { field: 'code', text: 'This code exists already. Choose another one.' },
  'discounts.end_passed': { field: 'endsOn', text: 'Choose an end that has not passed.' },
  'discounts.code_over': { status: 404, text: "This code has already ended. We've loaded the latest version." },
} as const;

export const discountStaffToasts = {
  checked: { title: 'Check recorded', text: 'The customer sees the result on the discounts page.' },
  created: { title: 'Code created', text: 'Customers can use it from its first day.' },
  ended: { title: 'Code ended', text: 'Orders that used it keep their fee.' },
} as const;

export const { refuse, refusalCodes } = defineErrors(discountStaffMessages, approvalsMessages, platformMessages);
