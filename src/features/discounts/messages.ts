import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';

export const discountMessages = {
  'discounts.closed': { status: 409, text: "Discounts aren't available right now." },
  'discounts.code_unknown': {
    field: 'code',
    text: "We don't know this code, or it isn't valid today. Please check it.",
  },
  'discounts.code_known': { field: 'code', text: "You've already added this code. Your next order uses it." },
  'discounts.code_used': { field: 'code', text: "You've already used this code." },
  'discounts.code_used_up': { field: 'code', text: 'This code has reached its number of orders.' },
  'discounts.too_many_tries': {
    status: 429,
    text: "We're busy right now. Please try your code again in an hour.",
  },
  'discounts.wallet_invalid': {
    field: 'walletAddress',
    text: "This isn't a Solana wallet of your own. Please check the address.",
  },
  'discounts.wallet_taken': {
    field: 'walletAddress',
    text: 'This wallet is already proven on another account. Please contact us.',
  },
  'discounts.proof_expired': {
    status: 409,
    text: 'This text has expired. Please get a new one and sign it.',
  },
  'discounts.signature_wrong': {
    field: 'signature',
    text: "This signature doesn't match the wallet and the text. Please sign the text again.",
  },
} as const;

export const { refuse, refusalCodes } = defineErrors(discountMessages, platformMessages);
