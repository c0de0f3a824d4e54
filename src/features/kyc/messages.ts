import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';
import { documentsMessages } from '../documents/messages.ts';
import { missingFiles } from './customer-messages.ts';

const submissionError = 'Submission Error';
const wallet = <const T extends string>(text: T) => ({ field: 'wallets', text: `Wallet {number}: ${text}` }) as const;

/** Submission errors with the texts of the specification [000 §8 KYC]. */
export const identityMessages = {
  'identity.missing_files_tier1': missingFiles.tier1,
  'identity.missing_files_tier2': missingFiles.tier2,
  'identity.missing_files_enhanced': missingFiles.enhanced,
  'identity.missing_item': { title: submissionError, text: 'Please complete: {what}.' },
  'identity.item_kept': {
    title: submissionError,
    text: "We already have this, so you don't need to send it again: {what}.",
  },
  'identity.tier1_first': { status: 409, title: submissionError, text: 'Complete Tier 1 First' },
  'identity.too_many': {
    status: 429,
    title: submissionError,
    text: "You've reached today's limit for submissions. Please try again tomorrow.",
  },
  'identity.file_unfit': {
    title: 'Invalid file',
    text: "We can't use this file here. Please upload it again: {what}.",
  },
  'identity.phone_invalid': { field: 'personal_details.phone', text: 'Please enter a valid phone number' },
  'identity.too_young': { field: 'personal_details.dateOfBirth', text: 'You must be at least 18 years old' },
  'identity.wallet_malformed': wallet("this isn't an address on the network you chose."),
  'identity.wallet_empty': wallet('please enter the address.'),
  'identity.wallet_checksum': wallet('a letter or digit of this address is wrong. Copy it again from your wallet.'),
  'identity.wallet_other_network': wallet('this address belongs to another network.'),
  'identity.wallet_test_network': wallet('this address or link is from a test network, where coins have no value.'),
  'identity.wallet_burn_address': wallet('this is a burn address. Crypto sent there is lost.'),
  'identity.wallet_token_contract': wallet('this is the contract of a token or a program, not a wallet.'),
  'identity.wallet_token_account': wallet(
    'this is a token account, a multisig vault or a program. Enter the address of the wallet itself.',
  ),
  'identity.wallet_excluded': wallet('this is one of our addresses. Please enter your own.'),
  'identity.wallet_network_unfit': wallet("this coin isn't available on this network."),
  'identity.wallet_twice': wallet("you've already added this wallet."),
  'identity.wallet_too_many': wallet('you can add up to six wallets.'),
} as const;

export const reviewMessages = {
  'identity.submission_not_found': { status: 404, text: "We couldn't find this submission." },
  'identity.customer_not_found': { status: 404, text: "We couldn't find this customer." },
  'identity.not_now': { status: 409, text: "Someone else updated this submission. We've loaded the latest version." },
  'identity.superseded': {
    status: 409,
    text: 'The customer has sent a newer submission. Please review that one.',
  },
  'identity.reason_unknown': { text: 'Choose one of the listed reasons.' },
  'identity.item_unknown': { text: "This submission doesn't include: {what}." },
  'identity.items_open': {
    text: 'Some items are rejected or requested. Accept them first, reject the submission or request more.',
  },
  'identity.no_item_named': { text: 'Choose at least one item and a reason, so the customer knows what to do.' },
  'identity.files_unchecked': { status: 409, text: 'A file is still being checked. Please try again in a moment.' },
  'identity.file_refused': {
    status: 409,
    text: 'A file failed the virus check and was deleted. Reject that item so the customer can upload a new file.',
  },
  'identity.link_undecided': {
    status: 409,
    title: 'Shared with another account',
    text: "This customer may share an ID, bank account or wallet with another account. Decide on the customer's page first.",
  },
  'identity.cleared_by_you': {
    status: 403,
    text: 'You cleared a sanctions match for this customer, so a colleague must approve.',
  },
  'identity.match_undecided': {
    status: 409,
    title: 'Possible sanctions match',
    text: "This customer's name may match a sanctions list. Review the match first.",
  },
  'identity.customer_stopped': {
    status: 409,
    title: 'Customer is frozen',
    text: 'You can approve this once the freeze is lifted.',
  },
  'identity.name_differs': {
    status: 409,
    title: 'Names differ',
    text: 'The documents and the account show different names, and payouts go to the account name. Reject the personal details so the customer can correct the name.',
  },
  'identity.link_decided': { status: 409, text: 'This has already been decided.' },
  'identity.link_not_found': { status: 404, text: "We couldn't find this link." },
} as const;

export const { refuse, refusal, refusalCodes } = defineErrors(
  identityMessages,
  reviewMessages,
  approvalsMessages,
  documentsMessages,
  platformMessages,
);
