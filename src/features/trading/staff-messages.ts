import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';
import { movementsMessages } from '../ledger/messages.ts';
import { outgoingMessages } from '../outgoing-money/messages.ts';
import { tradingMessages } from './messages.ts';

export const orderStaffMessages = {
  'desk.not_now': {
    status: 409,
    text: "Not possible in this state: {why}. Someone may have changed the order. We've loaded its latest version.",
  },
  'desk.amount_differs': {
    field: 'amount',
    text: 'The order is for {expected}. If another amount arrived, cancel or hold the order and note why.',
  },
  'desk.price_not_taken': {
    status: 409,
    text: 'This order was paid after its price expired. The customer still has to accept the new price or a refund.',
  },
  'desk.amount_unreadable': { field: 'amount', text: 'Enter the amount that arrived, as a number above zero.' },
  'desk.payer_stands': {
    field: 'payerAccount',
    text: 'The payer was recorded when the money arrived. A refund can only go back there.',
  },
  'desk.before_order': {
    field: 'movedOn',
    text: 'The order was placed on a later day. Check the date. Earlier money was for something else: cancel the order first.',
  },
  'desk.priced_by_it': {
    status: 409,
    text: "This payment set the order's new price. Cancel the order first, then unlink the payment.",
  },
  'desk.yours_already': { status: 409, text: 'This money is already assigned to you.' },
  'desk.no_such_money': { status: 404, text: "We couldn't find this unallocated money, or none of it is left." },
  'desk.nothing_named': { status: 404, field: 'reference', text: 'No order or payment has this reference.' },
  'desk.other_asset': { field: 'reference', text: "The expected payment is {expected}. This money doesn't match it." },
  'desk.name_differs': {
    field: 'note',
    text: '{payer} paid, but the customer is {customer}. Note why the payment is for this order, or record it as unallocated money.',
  },
  'desk.sender_differs': {
    field: 'note',
    text: '{sender} sent these coins, but the customer gave {named}. Note why they are for this order, or record them as unallocated money.',
  },
  'desk.more_than_left': { field: 'amount', text: 'Only {left} of this money is left.' },
  'desk.no_such_way': { field: 'rail', text: "This asset can't arrive by this bank or network." },
  'desk.part_of_nothing': { field: 'part', text: 'Record the first part under this reference first.' },
  'desk.part_of_another': {
    field: 'part',
    text: 'The first part under this reference came another way, on another day or from someone else.',
  },
  'desk.part_by_another': {
    status: 403,
    text: 'You recorded this part. Another person must check it at the bank or on the chain and attach it.',
  },
  'desk.from_elsewhere': { text: 'Compensation must come from one of our own accounts or wallets.' },
  'desk.screen_first': {
    status: 409,
    text: "This order's wallet isn't clear, so it stays on hold. Screen it again once that has changed.",
  },
  'desk.two_people_needed': {
    status: 409,
    text: "This order is on hold for a list match, or the customer couldn't place it now. One person must propose its release in the case, and another must decide.",
  },
} as const;

export const structuringAlert =
  '{orders} orders within 24 hours, each below {threshold}, add up to {amount}. Check for structuring.';

export const quotaAlerts = {
  one: "This customer's input triggered {most} wallet queries to providers within a day. No more will run until tomorrow, and new orders are put on hold. Check whether the customer is testing wallets or running up our costs.",
  unidentified:
    "Customers without an approved identity triggered {most} wallet queries to providers within a day, most recently this customer. No more will run for them until tomorrow, and their new orders are put on hold. Other customers aren't affected. Check if these accounts belong to one person.",
  all: 'All {most} wallet queries of the day are used, most recently by this customer. Until tomorrow, new orders are put on hold as if no provider answered. Check which customers triggered the queries.',
} as const;

export const { refuse, refusalCodes } = defineErrors(
  orderStaffMessages,
  tradingMessages,
  outgoingMessages,
  movementsMessages,
  approvalsMessages,
  platformMessages,
);
