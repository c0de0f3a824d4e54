import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';

const submissionError = 'Submission Error';
const wallet = <const T extends string>(text: T) => ({ field: 'wallets', text: `Wallet {number}: ${text}` }) as const;

/** Why a submission could not be taken, in the documented words where there are any [000 §8 KYC]. */
export const identityMessages = {
  'identity.missing_files_tier1': {
    title: 'Missing Files',
    text: 'Please upload ID, TRN document, and take a live selfie.',
  },
  'identity.missing_files_tier2': {
    title: 'Missing Files',
    text: 'Please upload both address proof and income proof.',
  },
  'identity.missing_files_enhanced': { title: 'Missing Files', text: 'Please upload: {what}.' },
  'identity.missing_item': { title: submissionError, text: 'Please complete: {what}.' },
  'identity.item_kept': { title: submissionError, text: 'This is settled already and need not be sent again: {what}.' },
  'identity.tier1_first': { status: 409, title: submissionError, text: 'Complete Tier 1 First' },
  'identity.too_many': {
    status: 429,
    title: submissionError,
    text: 'You have submitted several times today. Please try again tomorrow.',
  },
  'identity.file_unfit': {
    title: 'Invalid file',
    text: 'This file cannot be used here. Please upload it again: {what}.',
  },
  'identity.phone_invalid': { field: 'personal_details.phone', text: 'Please enter a valid phone number' },
  'identity.too_young': { field: 'personal_details.dateOfBirth', text: 'You must be at least 18 years old' },
  'identity.wallet_malformed': wallet('this is not an address of the network you chose.'),
  'identity.wallet_empty': wallet('please enter the address.'),
  'identity.wallet_checksum': wallet('a letter or digit of this address is wrong. Copy it again from your wallet.'),
  'identity.wallet_other_network': wallet('this address belongs to another network.'),
  'identity.wallet_test_network': wallet('this is an address of a test network, where coins have no value.'),
  'identity.wallet_burn_address': wallet('nobody holds the key of this address.'),
  'identity.wallet_token_contract': wallet('this is the contract of a token, not a wallet.'),
  'identity.wallet_token_account': wallet('this is an account that belongs to a wallet. Enter the wallet itself.'),
  'identity.wallet_excluded': wallet('this is one of our own addresses. Please enter your own.'),
  'identity.wallet_network_unfit': wallet('this coin does not travel on this network.'),
  'identity.wallet_twice': wallet('you have entered this one already.'),
  'identity.wallet_too_many': wallet('you can name six wallets at the most.'),
} as const;

/** What staff are told when a submission cannot be decided. */
export const reviewMessages = {
  'identity.submission_not_found': { status: 404, text: 'There is no such submission.' },
  'identity.customer_not_found': { status: 404, text: 'There is no such customer.' },
  'identity.not_now': { status: 409, text: 'This submission has moved on meanwhile. You see its newest state now.' },
  'identity.superseded': {
    status: 409,
    text: 'The customer has submitted again since. Please decide the newer submission.',
  },
  'identity.reason_unknown': { text: 'Choose one of the listed reasons.' },
  'identity.item_unknown': { text: 'This submission has no such item: {what}.' },
  'identity.items_open': {
    text: 'An item is rejected or wanted. Accept it first, or reject the submission or ask for more.',
  },
  'identity.no_item_named': { text: 'Name at least one item and the reason, so that the customer knows what to do.' },
  'identity.files_unchecked': { status: 409, text: 'A file is still being checked. Please wait until that is done.' },
  'identity.file_refused': {
    status: 409,
    text: 'A file did not pass the virus check and is gone. Reject its item, so that the customer sends it again.',
  },
  'identity.link_undecided': {
    status: 409,
    title: 'Shared with another account',
    text: 'Something of this customer stands with another account too. Decide on the page of the customer whether it is one person.',
  },
  'identity.cleared_by_you': {
    status: 403,
    text: 'You cleared a match of this customer with a list. Another person has to approve.',
  },
  'identity.match_undecided': {
    status: 409,
    title: 'Like a name on a list',
    text: 'A name of this customer is like one on a list, or cannot be compared by machine. Decide on the match first.',
  },
  'identity.customer_stopped': {
    status: 409,
    title: 'Customer is frozen',
    text: 'Nothing of a frozen customer is approved. It waits until the freeze ended.',
  },
  'identity.name_differs': {
    status: 409,
    title: 'Another name',
    text: 'The papers are of another name than the account, and money is paid out to the name of the account. Reject the personal details, so that the customer puts one of the two right.',
  },
  'identity.link_decided': { status: 409, text: 'This was decided so already.' },
  'identity.link_not_found': { status: 404, text: 'There is no such link.' },
} as const;

/**
 * What the screens say when something went well, or as a reminder; how long a review takes [000 §8 KYC, decision B7].
 */
export const identityNotices = {
  tier1Submitted: {
    title: 'KYC Tier 1 Submitted',
    text: 'Your KYC is being reviewed and typically takes 12-24 hours.',
  },
  tier2Submitted: {
    title: 'KYC Tier 2 Submitted',
    text: 'Your KYC is being reviewed and typically takes 12-24 hours.',
  },
  enhancedSubmitted: {
    title: 'Enhanced KYC Submitted',
    text: 'Your Enhanced KYC is being reviewed and typically takes 12-24 hours.',
  },
  missingFile: 'Please upload: {what}.',
  missingSelfie: 'Please take a live selfie.',
  aboutFiles: 'Tip: ensure you are logged in and files sit under kyc-docs/{user_id}/...',
  loses: 'This tier is approved. If you submit again, it is pending until we have reviewed it, and so are its limits.',
  keptItems: 'Kept from your last submission. Nothing to do here.',
  tier1First: 'Tier 2 opens as soon as Tier 1 is approved.',
  /** Where a tier stands. */
  standing: {
    approved: 'Approved {day}',
    asked: 'We need something more from you. Everything else is kept.',
    submitted: 'Submitted {moment}. The review takes {time}.',
    kept: 'Everything else is kept: you redo only this.',
    none: 'You have not submitted anything yet.',
  },
  notLoggedIn: { title: 'Error', text: 'You must be logged in to submit KYC.' },
  submitFailed: { title: submissionError, text: 'Failed to submit KYC. Please try again.' },
  enhancedFailed: {
    title: 'Submission Failed',
    text: 'There was an error submitting your enhanced KYC. Please try again.',
  },
} as const;

export const { refuse, refusal, mayRefuse } = catalogue(
  identityMessages,
  reviewMessages,
  approvalsMessages,
  platformMessages,
);
