import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';
import { movementsMessages } from '../movements/messages.ts';

/**
 * Why a payment of a plan, workshop or course is not taken or moved as it stands, 'Failed to load payment details'
 * among it [001 §5 Subscription and workshop, §8 Payment pages].
 */
export const paymentsMessages = {
  'payments.not_found': { status: 404, text: 'Failed to load payment details' },
  'payments.cannot_now': {
    status: 409,
    text: 'This is not possible any more. You see the newest state now.',
  },
  'payments.proof_missing': { field: 'proofFile', text: 'Please upload your payment confirmation' },
  'payments.transaction_proof_missing': { field: 'proofFile', text: 'Please upload proof of transaction' },
  'payments.proof_kind': { field: 'proofFile', text: 'Only PNG, JPG, and PDF files are allowed' },
  'payments.sender_unsound': {
    field: 'senderAddress',
    text: 'This is no address of a wallet on Solana. Copy the one that you send from.',
  },
  'payments.sender_ours': {
    field: 'senderAddress',
    text: 'This is our own address. Enter the one that you send from.',
  },
  'payments.hash_unsound': {
    field: 'transactionHash',
    text: 'This is no transaction hash of Solana. Copy it from your wallet, or leave it empty.',
  },
  'payments.hash_taken': {
    field: 'transactionHash',
    text: 'This transaction was named for another payment. If it is yours, leave this empty: your proof shows it too.',
  },
  'payments.proof_used': {
    field: 'proofFile',
    text: 'This file already proves another payment. Please upload the confirmation of this one.',
  },
  'payments.too_many_today': {
    text: 'You have begun many payments today. Please finish one of them, or go on tomorrow. Nothing was charged.',
  },
  'payments.not_possible': {
    text: 'We cannot take this at the moment. Nothing was charged. Please write to our support.',
  },
  'payments.too_large': {
    text: 'What costs {limit} or more is not paid for here. Nothing was charged. Please write to our support.',
  },
  'payments.method_closed': { field: 'method', text: 'This way of paying is not open at the moment.' },
} as const;

/** What staff are told. */
export const paymentsDeskMessages = {
  'payments.not_now': {
    status: 409,
    text: 'Not possible as the payment stands: {why}. Somebody may have moved it; you see its newest state now.',
  },
  'payments.reason_unknown': { text: 'Choose one of the listed reasons.' },
  'payments.amount_unreadable': {
    field: 'amount',
    text: 'Enter the amount that arrived, in figures and above zero.',
  },
  'payments.amount_differs': {
    field: 'amount',
    text: '{expected} are due. If another amount arrived, record it as unassigned money.',
  },
  'payments.coins_differ': {
    field: 'amount',
    text: '{expected} are due, to the last digit: by it we know whose it is. Record any other amount as unassigned money.',
  },
  'payments.sender_differs': {
    field: 'note',
    text: '{sender} sent it, and the customer named {named}. Say in the note why it is theirs, or send the proof back.',
  },
  'payments.name_differs': {
    field: 'note',
    text: '{payer} paid, and the customer is {customer}. Say in the note why it is theirs, or send the proof back.',
  },
  'payments.before_due': {
    field: 'movedOn',
    text: 'This was due from a later moment on. Check day and time; money from before was for something else.',
  },
  'payments.after_due': {
    field: 'movedOn',
    text: 'It left after the time to pay, for which its price stood. Record it as unassigned money: it goes back.',
  },
  'payments.sender_not_clear': {
    status: 409,
    text: 'The address that sent this is not found clear. Record it as unassigned money and tell compliance.',
  },
  'payments.payee_not_clear': {
    status: 409,
    text: 'The address to which this would go back is not found clear. Send nothing, and tell compliance.',
  },
  'payments.stopped': {
    status: 409,
    text: 'Nothing of this customer moves at the moment. Compliance decides what becomes of the money.',
  },
  'payments.nothing_here': { status: 409, text: 'There is no money here that could go back now.' },
  'payments.part_unreadable': { field: 'amount', text: 'Enter what goes back, in J$ and above zero.' },
  'payments.more_than_left': {
    field: 'amount',
    text: '{left} are left of it. No more than that can go back.',
  },
  'payments.whole_only': {
    field: 'amount',
    text: 'A part goes back while what was paid for goes on. Of this payment all that is left goes back.',
  },
  'payments.not_approved': {
    status: 409,
    text: 'No return is approved. Two people agree first, then it is sent, then its reference is recorded.',
  },
  'payments.rest_leaves': {
    status: 409,
    text: 'Two people agreed that the rest goes back. Record that first, or undo it if it was not sent; then this.',
  },
  'payments.before_approval': {
    field: 'movedOn',
    text: 'It was approved later. Check day and time; if it left before, record nothing and tell compliance.',
  },
} as const;

export const { refuse, mayRefuse } = catalogue(
  paymentsMessages,
  paymentsDeskMessages,
  movementsMessages,
  approvalsMessages,
  platformMessages,
);
