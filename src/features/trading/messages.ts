import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { historyCsvMessages } from './history-csv-messages.ts';

/**
 * Why an order could not be quoted, placed or moved by its customer: 'Enhanced KYC Required', 'Monthly limit reached',
 * 'Wallet Blocked', 'Transaction Blocked', 'Account Name Mismatch' and more [001 §8 Trading].
 */
export const tradingMessages = {
  'trading.prices_unavailable': { status: 503, text: 'Failed to fetch current crypto prices' },
  'trading.enhanced_kyc_required': {
    title: 'Enhanced KYC Required',
    text: 'Transactions ≥ $1,000 USD require Enhanced KYC verification. Please complete your Enhanced KYC in your Profile.',
  },
  'trading.monthly_limit_no_tier': {
    title: 'Monthly limit reached',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a dollar sign before the place of the cap.
    text: 'This transaction would exceed your ${cap} USD monthly cap. Complete Tier 1 KYC to increase your limit.',
  },
  'trading.monthly_limit_reached': {
    title: 'Monthly limit reached',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a dollar sign before the place of the cap.
    text: 'This transaction would exceed your ${cap} USD monthly cap. Please try a smaller amount.',
  },
  'trading.not_possible': {
    text: 'We cannot take this order at the moment. Nothing was charged. Please write to our support.',
  },
  'trading.paused': {
    text: '{symbol} is paused on this network at the moment. Please choose another network or try again later.',
  },
  'trading.card_closed': {
    field: 'paymentMethod',
    text: 'Crypto cannot be paid by card at the moment. Please pay by bank transfer. Nothing was charged.',
  },
  'trading.lignum_is_free': {
    field: 'symbol',
    text: 'Lignum is free and has no monetary value, so it is not sold here. You earn it at workshops and in our community.',
  },
  'trading.buys_nothing': {
    field: 'amount',
    text: 'This amount is too small: it would buy nothing. Please enter a larger amount.',
  },
  'trading.too_small': {
    field: 'amount',
    title: 'Below the smallest order',
    text: 'The smallest order is {smallest}. Please enter a larger amount.',
  },
  'trading.too_many_open': {
    title: 'Too many open orders',
    text: 'You have {most} orders under way, and no more can be open at once. Finish or cancel one first. If you sent money or coins already, write to us with the bank reference or transaction hash: nothing is lost.',
  },
  'trading.too_many_unpaid': {
    title: 'Too many unpaid orders',
    text: 'We hold the price of {most} orders for you, and nothing has reached us for them yet. An order that was called off counts until its price ends. Please pay for one of them, or come back when a price has ended. If you sent money or coins already, write to us with the bank reference or transaction hash: nothing is lost.',
  },
  'trading.too_many_today': {
    title: 'Too many orders today',
    text: 'You placed {most} orders today, which is the most in one day. Please go on tomorrow. If you sent money or coins already, write to us with the bank reference or transaction hash: nothing is lost.',
  },
  'trading.proof_used': {
    text: 'This file already proves another order. Please upload the confirmation of this transfer. If one transfer is meant for both orders, write to us.',
  },
  'trading.too_large': {
    field: 'amount',
    text: 'This amount is larger than one order can be. Please enter a smaller one.',
  },
  'trading.lesson_first': {
    status: 409,
    title: 'Two minutes first',
    text: 'Before your first order, read a short lesson and answer four questions. What you typed stays here.',
  },
  'trading.quote_lapsed': {
    status: 409,
    text: 'This price has lapsed. Please look at the new one and submit again. Nothing was charged.',
  },
  'trading.same_order_just_placed': {
    status: 409,
    title: 'Transaction Pending',
    text: 'You placed this same order a moment ago: {reference}. Here it is.',
    carries: 'orderId',
  },
  'trading.network_unfit': {
    field: 'network',
    text: '{symbol} does not travel on this network. Please select a network.',
  },
  'trading.address_empty': { field: 'walletAddress', text: 'Please enter your wallet address' },
  'trading.address_malformed': {
    field: 'walletAddress',
    text: 'This is not an address of the network you chose. Copy it again from your wallet.',
  },
  'trading.address_checksum': {
    field: 'walletAddress',
    text: 'A letter or digit of this address is wrong. Copy it again from your wallet.',
  },
  'trading.address_other_network': {
    field: 'walletAddress',
    text: 'This address belongs to another network. Choose that network, or copy the address for this one.',
  },
  'trading.address_other_chain': {
    field: 'walletAddress',
    text: 'What you pasted names another network than the one you chose. Which do you mean? Choose its network, or paste the address alone.',
  },
  'trading.address_test_network': {
    field: 'walletAddress',
    text: 'This is an address of a test network, where coins have no value.',
  },
  'trading.address_burn_address': {
    field: 'walletAddress',
    text: 'Nobody holds the key of this address: coins sent there would be lost.',
  },
  'trading.address_token_contract': {
    field: 'walletAddress',
    text: 'This is the contract of a token, not a wallet: coins sent there would be lost.',
  },
  'trading.address_token_account': {
    field: 'walletAddress',
    text: 'This is an account that belongs to a wallet or a program. Enter the address of the wallet itself.',
  },
  'trading.address_excluded': {
    field: 'walletAddress',
    text: 'This is one of our own addresses. Please enter your own wallet address.',
  },
  'trading.tag_malformed': {
    field: 'destinationTag',
    text: 'A destination tag has digits only. If your wallet shows a text memo, ask it for the number.',
  },
  'trading.tag_too_large': { field: 'destinationTag', text: 'A destination tag is at most 4294967295.' },
  'trading.tag_conflict': {
    field: 'destinationTag',
    text: 'The address carries another tag than this field. Check which one your wallet shows.',
  },
  'trading.wallet_blocked': {
    title: 'Wallet Blocked',
    text: 'We cannot accept this wallet address. Nothing was charged. Please use another wallet of your own.',
  },
  'trading.transaction_blocked': {
    title: 'Transaction Blocked',
    text: 'We cannot accept this transaction. Nothing was charged. Our compliance team will contact you within 24 hours.',
  },
  'trading.warning_unanswered': {
    status: 409,
    title: 'Read the warning first',
    text: 'People reported this wallet. Read the warning beside the address and answer its three questions. Nothing was charged.',
  },
  'trading.funds_missing': { title: 'Please complete the form', text: 'Missing or invalid: {what}' },
  'trading.name_mismatch': {
    title: 'Account Name Mismatch',
    text: 'Account holder name must match your registered name',
  },
  'trading.branch_needed': {
    field: 'routingNumber',
    text: 'Above J$1,000,000 your bank needs the branch. Please enter its name or number.',
  },
  'trading.wallet_proof_missing': { text: 'Wallet proof is required for sell transactions' },
  'trading.order_not_found': { status: 404, text: 'There is no such order.' },
  'trading.proof_missing': { text: 'Please upload your payment confirmation' },
  'trading.cannot_now': {
    status: 409,
    text: 'This order has moved on meanwhile, so this is no longer possible. You see its newest state now.',
  },
} as const;

/**
 * What the screens of trading say: 'Success', 'Network required', 'Failed to create transaction' or whatever failed,
 * the reminder of XRP [001 §8 Trading, Transaction history].
 */
export const tradingNotices = {
  placed: {
    title: 'Success',
    text: 'Our team is working diligently to process your transaction within the next 12-48 hours.',
  },
  /**
   * 'Wallet Address Notice' and 'Wallet Screening', by the name under which a placed order answers [001 §8 Trading].
   */
  ofWallet: {
    wallet_notice: {
      title: 'Wallet Address Notice',
      text: 'We could not check your wallet address at the moment. Your order goes on, and we check it before we pay out.',
    },
    wallet_screening: {
      title: 'Wallet Screening',
      text: 'Your wallet address is queued for a closer look. Your order goes on and you need to do nothing.',
    },
  },
  xrpTag: 'XRP: include the memo or tag or funds may be lost.',
  networkRequired: { title: 'Network required', text: 'Please select a network for your transfer' },
  proofUploadFailed: { title: 'Error', text: 'Failed to upload payment proof: {message}' },
  fundsUploadFailed: { title: 'Error', text: 'Failed to upload source of funds proof: {message}' },
  createFailed: { title: 'Error', text: 'Failed to create transaction: {message}' },
  submitFailed: { title: 'Error', text: 'Failed to submit transaction: {message}' },
  historyFailed: { title: 'Error', text: 'Failed to fetch transactions' },
  incomplete: { title: 'Please complete the form', text: 'Missing or invalid: {what}' },
} as const;

export const { refuse, refusal, mayRefuse } = catalogue(tradingMessages, historyCsvMessages, platformMessages);
