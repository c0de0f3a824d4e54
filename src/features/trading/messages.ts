import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { historyCsvMessages } from './history-csv-messages.ts';

/** Refusals to quote, place or change an order [001 §8 Trading]. */
export const tradingMessages = {
  'trading.prices_unavailable': { status: 503, text: 'Failed to fetch current crypto prices' },
  'trading.enhanced_kyc_required': {
    title: 'Enhanced KYC Required',
    text: 'Transactions ≥ $1,000 USD require Enhanced KYC verification. Please complete your Enhanced KYC in your Profile.',
  },
  'trading.monthly_limit_no_tier': {
    title: 'Monthly limit reached',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a dollar sign before the parameter.
    text: 'This transaction would exceed your ${cap} USD monthly cap. Complete Tier 1 KYC to increase your limit.',
  },
  'trading.monthly_limit_reached': {
    title: 'Monthly limit reached',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a dollar sign before the parameter.
    text: 'This transaction would exceed your ${cap} USD monthly cap. Please try a smaller amount.',
  },
  'trading.not_possible': {
    text: "We can't take this order right now. Nothing was charged. Please contact support.",
  },
  'trading.paused': {
    text: '{symbol} is paused on this network right now. Please choose another network or try again later.',
  },
  'trading.card_closed': {
    field: 'paymentMethod',
    text: "Card payments for crypto aren't available right now. Please pay by bank transfer. Nothing was charged.",
  },
  'trading.lignum_is_free': {
    field: 'symbol',
    text: "Lignum is free and has no monetary value, so we don't sell it. You can earn it at workshops and in our community.",
  },
  'trading.buys_nothing': {
    field: 'amount',
    text: 'This amount is too small. Please enter a larger amount.',
  },
  'trading.too_small': {
    field: 'amount',
    title: 'Amount too small',
    text: 'The minimum order is {smallest}. Please enter a larger amount.',
  },
  'trading.too_many_open': {
    title: 'Too many open orders',
    text: "You already have {most} open {most:order|orders}, which is the limit. Finish or cancel an order first. Already sent money or coins? They're safe. Write to us with the bank reference or transaction hash.",
  },
  'trading.too_many_unpaid': {
    title: 'Too many unpaid orders',
    text: "You already have {most} unpaid {most:order|orders}, which is the limit. Please pay for an order, or come back when its price has expired. A cancelled order counts until its price expires. An order to a wallet with a published warning counts until the waiting time ends. Already sent money or coins? They're safe. Write to us with the bank reference or transaction hash.",
  },
  'trading.too_many_today': {
    title: 'Too many orders today',
    text: "You've placed {most} {most:order|orders} today, which is the daily limit. Please come back tomorrow. Already sent money or coins? They're safe. Write to us with the bank reference or transaction hash.",
  },
  'trading.proof_used': {
    text: "You've already used this file as proof for another order. Please upload the confirmation of this transfer. If one transfer covers both orders, write to us.",
  },
  'trading.too_large': {
    field: 'amount',
    text: 'This amount is too large for one order. Please enter a smaller amount.',
  },
  'trading.lesson_first': {
    status: 409,
    title: 'A short lesson first',
    text: "Before your first order, read a two-minute lesson and answer four questions. We've saved what you entered.",
  },
  'trading.quote_lapsed': {
    status: 409,
    text: 'This price has expired. Please check the new price and submit again. Nothing was charged.',
  },
  'trading.same_order_just_placed': {
    status: 409,
    title: 'Transaction Pending',
    text: 'You just placed this order: {reference}.',
    carries: 'orderId',
  },
  'trading.network_unfit': {
    field: 'network',
    text: "{symbol} isn't available on this network. Please select another network.",
  },
  'trading.address_empty': { field: 'walletAddress', text: 'Please enter your wallet address' },
  'trading.address_malformed': {
    field: 'walletAddress',
    text: "This isn't an address for the network you chose. Copy it again from your wallet.",
  },
  'trading.address_checksum': {
    field: 'walletAddress',
    text: 'A letter or digit in this address is wrong. Copy it again from your wallet.',
  },
  'trading.address_other_network': {
    field: 'walletAddress',
    text: 'This address belongs to another network. Choose that network, or copy the address for this one.',
  },
  'trading.address_test_network': {
    field: 'walletAddress',
    text: 'This address or link is from a test network, where coins have no value. Copy the address of your real wallet.',
  },
  'trading.address_burn_address': {
    field: 'walletAddress',
    text: 'This is a published example or a burn address, not your own wallet. In your wallet app, tap Receive and copy your address.',
  },
  'trading.address_token_contract': {
    field: 'walletAddress',
    text: 'This is a token contract or a program, not a wallet. Crypto sent there would be lost. Copy the address from your own wallet.',
  },
  'trading.address_token_account': {
    field: 'walletAddress',
    text: 'This is a token account, multisig vault or program, not a wallet with its own key. Enter the address of the wallet itself.',
  },
  'trading.address_excluded': {
    field: 'walletAddress',
    text: 'This is one of our own addresses. Please enter your own wallet address.',
  },
  'trading.tag_malformed': {
    field: 'destinationTag',
    text: 'A destination tag contains only digits. If your wallet shows a text memo, look for its number instead.',
  },
  'trading.tag_too_large': { field: 'destinationTag', text: 'A destination tag can be at most 4294967295.' },
  'trading.tag_conflict': {
    field: 'destinationTag',
    text: 'The address contains a different tag than this field. Check which one your wallet shows.',
  },
  'trading.wallet_blocked': {
    title: 'Wallet Blocked',
    text: "We can't accept this wallet address. Nothing was charged. Please use another wallet of your own.",
  },
  'trading.transaction_blocked': {
    title: 'Transaction Blocked',
    text: "We can't take this transaction. Nothing was charged. Our compliance team will contact you within 24 hours.",
  },
  'trading.warning_unanswered': {
    status: 409,
    title: 'Read the warning first',
    text: 'People have reported this wallet. Read the warning next to the address and answer its three questions. Nothing was charged.',
  },
  'trading.funds_missing': { title: 'Please complete the form', text: 'Missing or invalid: {what}' },
  'trading.name_mismatch': {
    title: 'Account Name Mismatch',
    text: 'Account holder name must match your registered name',
  },
  'trading.branch_needed': {
    field: 'routingNumber',
    text: 'Your bank needs the branch for payouts above J$1,000,000. Please enter its name or number.',
  },
  'trading.reference_in_bank': {
    field: 'routingNumber',
    text: 'Your bank details contain an order reference. Please enter only your bank and branch.',
  },
  'trading.wallet_proof_missing': { text: 'Wallet proof is required for sell transactions' },
  'trading.payee_known': { status: 409, text: "You've already saved this one." },
  'trading.too_many_payees': { status: 409, text: 'You can save up to {most}. Remove one first.' },
  'trading.payee_not_found': { status: 404, text: "We couldn't find this any more." },
  'trading.order_not_found': { status: 404, text: "We couldn't find this order." },
  'trading.statement_year': { status: 404, text: 'Choose a year, for example 2026.' },
  'trading.statement_future': { text: "This year hasn't started yet. Please choose an earlier one." },
  'trading.statement_empty': {
    status: 404,
    text: 'You have no completed orders in {year}. Please choose another year.',
  },
  'trading.proof_missing': { text: 'Please upload your payment confirmation' },
  'trading.cannot_now': {
    status: 409,
    text: "This order has changed, so that's no longer possible. We've loaded its latest version.",
  },
} as const;

export const { refuse, refusal, refusalCodes } = defineErrors(tradingMessages, historyCsvMessages, platformMessages);
