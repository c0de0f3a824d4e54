import * as agreements from '../../src/features/accounts/agreements/messages.ts';
import * as accountLetters from '../../src/features/accounts/emails.ts';
import * as accounts from '../../src/features/accounts/messages.ts';
import * as security from '../../src/features/accounts/security-messages.ts';
import { partnerMessages, programsMessages } from '../../src/features/api-access/messages.ts';
import * as ownPrograms from '../../src/features/api-access/toasts.ts';
import * as approvals from '../../src/features/approvals/messages.ts';
import * as bankLines from '../../src/features/bank-reconciliation/messages.ts';
import * as casework from '../../src/features/compliance/casework/messages.ts';
import * as compliance from '../../src/features/compliance/messages.ts';
import * as complianceDesk from '../../src/features/compliance/notices.ts';
import { discountTexts, discountToasts, holdingTexts } from '../../src/features/discounts/customer-messages.ts';
import { discountMessages } from '../../src/features/discounts/messages.ts';
import { discountStaffMessages, discountStaffToasts } from '../../src/features/discounts/staff-messages.ts';
import * as documents from '../../src/features/documents/messages.ts';
import * as freezes from '../../src/features/freezes/messages.ts';
import * as ownHelp from '../../src/features/help/customer-messages.ts';
import { helpEmails } from '../../src/features/help/jobs.ts';
import { helpDeskMessages, helpMessages } from '../../src/features/help/messages.ts';
import * as helpDesk from '../../src/features/help/staff-messages.ts';
import * as ownIdentity from '../../src/features/kyc/customer-messages.ts';
import * as identityLetters from '../../src/features/kyc/emails.ts';
import * as identity from '../../src/features/kyc/messages.ts';
import { cameraMessages } from '../../src/features/kyc/screens/camera/camera.ts';
import * as identityToasts from '../../src/features/kyc/staff/screens/notices.ts';
import * as ownLaunches from '../../src/features/launches/customer-messages.ts';
import * as launchLetters from '../../src/features/launches/jobs.ts';
import * as launches from '../../src/features/launches/messages.ts';
import { launchDeskNotices, launchDeskWords } from '../../src/features/launches/staff-messages.ts';
import { authoringToasts } from '../../src/features/learning/authoring/staff/screens/data.ts';
import { certificateToasts } from '../../src/features/learning/certificates/customer-messages.ts';
import { certificateEmail } from '../../src/features/learning/certificates/email.ts';
import * as enrollmentLetters from '../../src/features/learning/enrollment/jobs.ts';
import * as enrollment from '../../src/features/learning/enrollment/messages.ts';
import * as ownLearning from '../../src/features/learning/learner-messages.ts';
import {
  appropriatenessDeskMessages,
  appropriatenessMessages,
  authoringMessages,
  certificatesDeskMessages,
  certificatesMessages,
  learningMessages,
  projectDeskMessages,
  projectMessages,
} from '../../src/features/learning/messages.ts';
import * as ownProjects from '../../src/features/learning/projects/customer-messages.ts';
import * as projectLetters from '../../src/features/learning/projects/jobs.ts';
import { projectNotices } from '../../src/features/learning/projects/staff/screens/project-labels.ts';
import * as movements from '../../src/features/ledger/messages.ts';
import { keptLabel, movementLabels } from '../../src/features/ledger/movement.ts';
import * as location from '../../src/features/location/messages.ts';
import * as ownNotices from '../../src/features/notifications/customer-messages.ts';
import * as noticeEmails from '../../src/features/notifications/email.ts';
import * as noticeMessages from '../../src/features/notifications/messages.ts';
import * as newsLetterTexts from '../../src/features/notifications/news/emails.ts';
import { newsMessages, newsTextFaults, newsToasts } from '../../src/features/notifications/news/messages.ts';
import { outgoingMessages } from '../../src/features/outgoing-money/messages.ts';
import * as cardStanding from '../../src/features/payments/cards/customer-messages.ts';
import * as cards from '../../src/features/payments/cards/messages.ts';
import * as paymentStanding from '../../src/features/payments/customer-messages.ts';
import * as paymentLetters from '../../src/features/payments/emails.ts';
import * as paymentReceipts from '../../src/features/payments/load-receipt.ts';
import * as payments from '../../src/features/payments/messages.ts';
import { demoWalletWarning, holderNameWarning } from '../../src/features/payments/payment-warnings.ts';
import * as paymentReturns from '../../src/features/payments/return-pages/payment-status-messages.ts';
import * as paymentsToasts from '../../src/features/payments/staff/screens/notices.ts';
import { priceAlertToasts } from '../../src/features/prices/alerts/customer-messages.ts';
import { priceAlertEmails, priceAlertMessages } from '../../src/features/prices/alerts/messages.ts';
import * as prices from '../../src/features/prices/messages.ts';
import * as accountPages from '../../src/features/profile/messages.ts';
import { nextStepMessages, noStepsText, reviewingText } from '../../src/features/profile/next-steps.ts';
import * as portfolio from '../../src/features/profile/portfolio-messages.ts';
import { contactMessages, mixedMessage, oursText } from '../../src/features/public-site/screens/contact-island.ts';
import { copyNotices } from '../../src/features/public-site/screens/copy-island.ts';
import { lookupLabels } from '../../src/features/public-site/screens/lookup-labels.ts';
import { receiptNotes } from '../../src/features/receipts/receipt.ts';
import * as risk from '../../src/features/risk/messages.ts';
import { scamReportMessages } from '../../src/features/scam-reports/messages.ts';
import * as ownScams from '../../src/features/scam-reports/page-texts.ts';
import { appealLetters, scamLetters } from '../../src/features/scam-reports/staff/jobs.ts';
import { scamStaffMessages } from '../../src/features/scam-reports/staff/messages.ts';
import { scamStaffNotices } from '../../src/features/scam-reports/staff/screens/staff-labels.ts';
import { peopleTexts, verdictTexts, warningNotes } from '../../src/features/scam-reports/warning-texts.ts';
import * as screening from '../../src/features/screening/messages.ts';
import * as settings from '../../src/features/settings/messages.ts';
import * as settingsToasts from '../../src/features/settings/staff/screens/notices.ts';
import { rolesMessages } from '../../src/features/staff/roles/messages.ts';
import { accountNotices, roleNotices } from '../../src/features/staff/roles/staff-messages.ts';
import { announcementMessages, announcementToasts } from '../../src/features/status/messages.ts';
import * as planLetters from '../../src/features/subscriptions/jobs.ts';
import * as subscriptions from '../../src/features/subscriptions/messages.ts';
import * as system from '../../src/features/system/messages.ts';
import * as ownPages from '../../src/features/trading/customer-messages.ts';
import * as orderLetters from '../../src/features/trading/documents/letters.ts';
import * as orderReceipts from '../../src/features/trading/documents/receipt-lines.ts';
import * as historyCsv from '../../src/features/trading/history-csv-messages.ts';
import * as trading from '../../src/features/trading/messages.ts';
import * as orderForm from '../../src/features/trading/order-form-messages.ts';
import * as orderStanding from '../../src/features/trading/order-messages.ts';
import * as ownRecurring from '../../src/features/trading/recurring/customer-messages.ts';
import * as recurring from '../../src/features/trading/recurring/messages.ts';
import * as ordersToasts from '../../src/features/trading/staff/screens/notices.ts';
import * as orderDesk from '../../src/features/trading/staff-messages.ts';
import * as unallocatedToasts from '../../src/features/unallocated-funds/staff/screens/notices.ts';
import * as ownPlaces from '../../src/features/workshops/customer-messages.ts';
import * as workshopLetters from '../../src/features/workshops/emails.ts';
import * as workshops from '../../src/features/workshops/messages.ts';
import { awardNotices, workshopNotices } from '../../src/features/workshops/staff/screens/workshop-labels.ts';
import * as workshopsDesk from '../../src/features/workshops/staff-messages.ts';
import { type FullMessage, type Message, withMessageDefaults } from '../../src/kernel/refusal.ts';
import { lineLost, pageIncomplete } from '../../src/platform/config/boot-messages.ts';
import * as platform from '../../src/platform/messages.ts';
import { defaultErrors } from '../../src/ui/error-message.ts';
import * as fault from '../../src/ui/error-reference.ts';
import { signOutToasts } from '../../src/ui/sign-out.ts';
import { uploadErrors } from '../../src/ui/upload-rules.ts';
import { reasons } from './reasons.ts';

/** Message as listed in `messages.md`. `head` is the title or subject; `refusal` is set for refusals. */
type PrintedMessage = {
  readonly name: string;
  readonly head: string;
  readonly texts: readonly string[];
  refusal?: FullMessage;
};
/** Properties of a message that are not text. */
type Entry = Partial<Message> & { readonly subject?: string; readonly kind?: string; readonly look?: string };

/** Keys of messages. An object without these keys is a group of messages. */
const marks = ['text', 'title', 'subject', 'greeting'];

function printMessage(name: string, entry: Entry): PrintedMessage {
  const { title, subject, status, field, carries, denies, kind, look, ...texts } = entry;
  return { name, head: title ?? subject ?? '', texts: Object.values(texts).flat() };
}

function refusalOf(code: string, message: Message): PrintedMessage {
  const refusal = withMessageDefaults(message);
  return { ...printMessage(code, refusal), refusal };
}

function findMessages(lists: unknown, name: string): PrintedMessage[] {
  if (typeof lists === 'string') return [printMessage(name, { text: lists })];
  if (typeof lists !== 'object' || lists === null) return [];
  if (marks.some((mark) => mark in lists)) return [printMessage(name, lists)];
  return Object.entries(lists).flatMap(([key, part]) =>
    key.includes('.') ? refusalOf(key, part) : findMessages(part, `${name}.${key}`),
  );
}
const messagesByFeature = (features: Readonly<Record<string, object>>): PrintedMessage[] =>
  Object.entries(features).flatMap(([feature, lists]) => findMessages(lists, feature));

const { reviewMessages, ...identityOfCustomers } = identity;
const { unfreezeMessages, ...accountsOfCustomers } = { ...accounts, ...accountLetters, ...security };

const { cardsDeskMessages, ...ofCardPayers } = cards;
const { enrollmentDeskMessages, ...enrollmentOfLearners } = { ...enrollment, ...enrollmentLetters };
const { launchDeskMessages, ...launchesOfFounders } = launches;
const { paymentsDeskMessages, ...ofPayers } = {
  ...payments,
  ...paymentLetters,
  ...paymentStanding,
  ...paymentReturns,
  demoWalletWords: demoWalletWarning,
  payerWords: holderNameWarning,
};

const verdictMessages = Object.fromEntries(
  Object.entries(verdictTexts).map(([verdict, { short, long }]) => [verdict, { title: short, text: long }]),
);

const ofCustomers = messagesByFeature({
  profile: { ...accountPages, ...portfolio, nextStepMessages, noStepsText, reviewingText },
  accounts: accountsOfCustomers,
  agreements,
  discounts: { discountMessages, discountToasts, discountTexts, holdingTexts },
  documents,
  help: { helpMessages, ...ownHelp, helpEmails },
  kyc: { ...identityOfCustomers, ...ownIdentity, ...identityLetters, cameraWords: cameraMessages },
  appropriateness: { appropriatenessMessages },
  enrollment: enrollmentOfLearners,
  learning: { learningMessages, ...ownLearning },
  location,
  cards: { ...ofCardPayers, ...cardStanding },
  certificates: { certificatesMessages, certificateToasts, certificateLetter: certificateEmail },
  launches: { ...launchesOfFounders, ...ownLaunches, launchLetters: launchLetters.launchLetters },
  news: { newsLetters: newsLetterTexts.newsEmails },
  notifications: { ...noticeMessages, ...ownNotices, ...noticeEmails },
  'api-access': { programsMessages, partnerMessages, ...ownPrograms },
  projects: { projectMessages, projectNotices: ownProjects.projectNotices, ...projectLetters },
  'scam-reports': {
    scamReportMessages,
    ...ownScams,
    scamLetters,
    appealLetters,
    peopleWords: peopleTexts,
    warningNotes,
    judged: verdictMessages,
  },
  payments: ofPayers,
  platform: { ...platform, lineLost, pageIncomplete },
  prices: { ...prices, priceAlertMessages, priceAlertToasts, priceAlertEmails },
  subscriptions: { ...subscriptions, ...planLetters },
  workshops: { ...workshops, ...ownPlaces, ...workshopLetters },
  trading: {
    ...trading,
    ...recurring,
    ...ownRecurring,
    ...historyCsv,
    ...orderLetters,
    ...orderStanding,
    ...ownPages,
    ...orderForm,
    ...orderReceipts,
    ...paymentReceipts,
    receiptNotes,
    movedWords: movementLabels,
    keptWords: keptLabel,
  },
  'public-site': { copyNotices, contactMessages, lookupLabels, mixedMessage, oursText },
  ui: {
    referred: fault.referenceTemplate,
    silentFaults: defaultErrors,
    signOutNotices: signOutToasts,
    uploadRefusals: uploadErrors,
  },
});
const ofDesk = messagesByFeature({
  accounts: { unfreezeMessages },
  approvals,
  casework,
  compliance: { ...compliance, ...complianceDesk },
  appropriateness: { appropriatenessDeskMessages },
  authoring: { authoringMessages, authoringToasts },
  discounts: { discountStaffMessages, discountStaffToasts },
  freezes,
  help: { helpDeskMessages, ...helpDesk },
  news: { newsMessages, newsNotices: newsToasts, newsTextFaults },
  kyc: { reviewMessages },
  risk,
  roles: { rolesMessages, roleNotices },
  'scam-reports': { scamDeskMessages: scamStaffMessages, scamDeskNotices: scamStaffNotices },
  screening,
  settings,
  status: { announcementMessages, announcementToasts },
  staff: {
    accountNotices,
    ...ordersToasts,
    ...paymentsToasts,
    ...settingsToasts,
    ...unallocatedToasts,
    ...identityToasts,
    projectNotices,
    awardNotices,
    workshopNotices,
  },
  system,
  trading: orderDesk,
  'bank-reconciliation': bankLines,
  ledger: movements,
  'outgoing-money': { outgoingMessages },
  cards: { cardsDeskMessages },
  certificates: { certificatesDeskMessages },
  enrollment: { enrollmentDeskMessages },
  launches: { launchDeskMessages, launchDeskNotices, launchDeskWords },
  projects: { projectDeskMessages },
  payments: { paymentsDeskMessages },
  workshops: workshopsDesk,
});
const messages = [...ofCustomers, ...ofDesk];

export const refusals: Readonly<Record<string, FullMessage>> = Object.fromEntries(
  messages.flatMap(({ name, refusal }) => (refusal ? [[name, refusal]] : [])),
);

/** All messages that are not refusals. */
export const notices: readonly PrintedMessage[] = messages.filter(({ refusal }) => !refusal);

const textsOf = (list: readonly PrintedMessage[]): string[] => list.flatMap(({ texts }) => texts);
const textsOfCustomers = new Set(textsOf(ofCustomers));

/** Sentences that only staff can see. Customer bundles must not contain them. */
export const deskTexts: readonly string[] = [...textsOf(ofDesk), ...reasons.map(({ staff }) => staff)].filter(
  (text) => text.length > 20 && !textsOfCustomers.has(text),
);
