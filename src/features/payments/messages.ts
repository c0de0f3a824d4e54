import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';
import { movementsMessages } from '../ledger/messages.ts';
import { outgoingMessages } from '../outgoing-money/messages.ts';

/** Errors for customers [001 §5 Subscription and workshop, §8 Payment pages]. */
export const paymentsMessages = {
  'payments.not_found': { status: 404, text: 'Failed to load payment details' },
  'payments.cannot_now': {
    status: 409,
    text: "This is no longer possible. We've loaded the latest version.",
  },
  'payments.proof_missing': { field: 'proofFile', text: 'Please upload your payment confirmation' },
  'payments.transaction_proof_missing': { field: 'proofFile', text: 'Please upload proof of transaction' },
  'payments.proof_kind': { field: 'proofFile', text: 'Only PNG, JPG, and PDF files are allowed' },
  'payments.sender_unsound': {
    field: 'senderAddress',
    text: "This isn't a Solana wallet address. Copy the one you send from.",
  },
  'payments.sender_ours': {
    field: 'senderAddress',
    text: 'This is our own address. Enter the one you send from.',
  },
  'payments.hash_unsound': {
    field: 'transactionHash',
    text: "This isn't a Solana transaction hash. Copy it from your wallet, or leave this empty.",
  },
  'payments.hash_taken': {
    field: 'transactionHash',
    text: "This transaction was already used for another payment. If it's yours, leave this field empty. We'll use your proof.",
  },
  'payments.proof_used': {
    field: 'proofFile',
    text: 'You already used this file for another payment. Please upload the confirmation of this payment.',
  },
  'payments.too_many_today': {
    text: "You've started many payments today. Please finish one of them, or try again tomorrow. Nothing was charged.",
  },
  'payments.not_possible': {
    text: "We can't take this payment right now. Nothing was charged. Please contact support.",
  },
  'payments.too_large': {
    text: "We can't take payments of {limit} or more here. Nothing was charged. Please contact support.",
  },
  'payments.method_closed': { field: 'method', text: "This payment method isn't available right now." },
} as const;

export const paymentsDeskMessages = {
  'payments.not_now': {
    status: 409,
    text: "Not possible right now: {why}. Someone else may have updated this payment. We've loaded the latest version.",
  },
  'payments.amount_unreadable': {
    field: 'amount',
    text: 'Enter the amount received. It must be more than zero.',
  },
  'payments.amount_differs': {
    field: 'amount',
    text: 'The amount due is {expected}. If a different amount arrived, record it as unallocated money.',
  },
  'payments.coins_differ': {
    field: 'amount',
    text: 'The amount due is exactly {expected}, to the last digit. Record any other amount as unallocated money.',
  },
  'payments.sender_differs': {
    field: 'note',
    text: 'Sent from {sender}, but the customer gave {named}. Explain why in the note, or reject the proof.',
  },
  'payments.hash_differs': {
    field: 'note',
    text: 'The customer gave a different transaction. Explain in the note why this is their payment, or reject the proof.',
  },
  'payments.name_differs': {
    field: 'note',
    text: 'Paid by {payer}, but the customer is {customer}. Explain why in the note, or reject the proof.',
  },
  'payments.before_due': {
    field: 'movedOn',
    text: 'This is before the customer started the payment. Check the date and time.',
  },
  'payments.after_due': {
    field: 'movedOn',
    text: 'This was sent after the payment deadline, so the price no longer applies. Record it as unallocated money and refund it.',
  },
  'payments.sender_not_clear': {
    status: 409,
    text: "The sender's address has not been cleared. Record this as unallocated money and tell compliance.",
  },
  'payments.part_unreadable': { field: 'amount', text: 'Enter a refund amount in J$, more than zero.' },
  'payments.more_than_left': {
    field: 'amount',
    text: 'You can refund up to {left}.',
  },
  'payments.whole_only': {
    field: 'amount',
    text: 'A partial refund is only possible while the purchase is active. Refund the full remaining amount instead.',
  },
  'payments.rest_leaves': {
    status: 409,
    text: 'A refund of the remaining amount is already approved. Record it first, or undo it if it was not sent.',
  },
} as const;

export const { refuse, refusalCodes } = defineErrors(
  paymentsMessages,
  paymentsDeskMessages,
  outgoingMessages,
  movementsMessages,
  approvalsMessages,
  platformMessages,
);
