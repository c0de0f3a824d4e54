import * as accountPages from '../../src/features/account-pages/messages.ts';
import * as portfolio from '../../src/features/account-pages/portfolio-messages.ts';
import { waitingWords } from '../../src/features/account-pages/waiting-messages.ts';
import * as accountLetters from '../../src/features/accounts/letters.ts';
import * as accounts from '../../src/features/accounts/messages.ts';
import * as security from '../../src/features/accounts/security-messages.ts';
import * as agreements from '../../src/features/agreements/messages.ts';
import * as appropriateness from '../../src/features/appropriateness/messages.ts';
import * as approvals from '../../src/features/approvals/messages.ts';
import * as authoring from '../../src/features/authoring/messages.ts';
import * as ownAuthoring from '../../src/features/authoring/own-messages.ts';
import * as bankLines from '../../src/features/bank-lines/messages.ts';
import * as cards from '../../src/features/cards/messages.ts';
import * as cardStanding from '../../src/features/cards/own-messages.ts';
import * as casework from '../../src/features/casework/messages.ts';
import { certificateLetter } from '../../src/features/certificates/earned-letter.ts';
import * as certificates from '../../src/features/certificates/messages.ts';
import * as ownCertificates from '../../src/features/certificates/own-messages.ts';
import { classDeskNotices } from '../../src/features/classes/desk-messages.ts';
import * as classLetterTexts from '../../src/features/classes/letters.ts';
import * as classes from '../../src/features/classes/messages.ts';
import * as ownClasses from '../../src/features/classes/own-messages.ts';
import * as complianceDesk from '../../src/features/compliance/desk-messages.ts';
import * as compliance from '../../src/features/compliance/messages.ts';
import * as documents from '../../src/features/documents/messages.ts';
import * as enrollmentLetters from '../../src/features/enrollment/letters.ts';
import * as enrollment from '../../src/features/enrollment/messages.ts';
import * as freezes from '../../src/features/freezes/messages.ts';
import { itemCodes } from '../../src/features/identity/items.ts';
import * as identityLetters from '../../src/features/identity/letters.ts';
import * as identity from '../../src/features/identity/messages.ts';
import { reasonsFor } from '../../src/features/identity/reasons.ts';
import { cameraWords } from '../../src/features/identity/screens/camera/camera-words.ts';
import { launchDeskNotices, launchDeskWords } from '../../src/features/launches/desk-messages.ts';
import * as launchLetters from '../../src/features/launches/letters.ts';
import * as launches from '../../src/features/launches/messages.ts';
import { outcomes } from '../../src/features/launches/outcomes.ts';
import * as ownLaunches from '../../src/features/launches/own-messages.ts';
import { launchReasons } from '../../src/features/launches/reasons.ts';
import * as learning from '../../src/features/learning/messages.ts';
import * as ownLearning from '../../src/features/learning/own-messages.ts';
import { lettersMessages, lettersNotices } from '../../src/features/letters/messages.ts';
import * as location from '../../src/features/location/messages.ts';
import * as places from '../../src/features/location/place-messages.ts';
import * as movements from '../../src/features/movements/messages.ts';
import { keptWords, movedWords } from '../../src/features/movements/movement.ts';
import * as newsLetterTexts from '../../src/features/news/letters.ts';
import { newsMessages, newsNotices } from '../../src/features/news/messages.ts';
import * as noticeLetters from '../../src/features/notices/letters.ts';
import * as noticesRoom from '../../src/features/notices/messages.ts';
import * as ownNotices from '../../src/features/notices/own-messages.ts';
import { wordingFaults } from '../../src/features/notices/wording-faults.ts';
import * as paymentReturns from '../../src/features/payment-pages/standing-messages.ts';
import * as paymentLetters from '../../src/features/payments/letters.ts';
import * as payments from '../../src/features/payments/messages.ts';
import * as paymentStanding from '../../src/features/payments/own-messages.ts';
import { demoWalletWords, payerWords } from '../../src/features/payments/payer-words.ts';
import * as paymentReceipts from '../../src/features/payments/receipt-lines.ts';
import * as prices from '../../src/features/prices/messages.ts';
import { partnerMessages, programsMessages } from '../../src/features/programs/messages.ts';
import * as ownPrograms from '../../src/features/programs/own-messages.ts';
import * as projectLetters from '../../src/features/projects/letters.ts';
import * as projects from '../../src/features/projects/messages.ts';
import * as ownProjects from '../../src/features/projects/own-messages.ts';
import { contactSayings, messageSaying, oursText } from '../../src/features/public-pages/screens/contact-island.ts';
import { copyNotices } from '../../src/features/public-pages/screens/copy-island.ts';
import { lookWords } from '../../src/features/public-pages/screens/look-words.ts';
import { receiptNotes } from '../../src/features/receipts/receipt.ts';
import * as risk from '../../src/features/risk/messages.ts';
import * as roles from '../../src/features/roles/messages.ts';
import { scamDeskMessages } from '../../src/features/scam-reports/desk/desk-messages.ts';
import { scamDeskNotices } from '../../src/features/scam-reports/desk/desk-notices.ts';
import { appealLetters, scamLetters } from '../../src/features/scam-reports/desk/letters.ts';
import {
  appealReasons,
  declineReasons,
  verdictReasons,
  withdrawReasons,
} from '../../src/features/scam-reports/desk/reasons.ts';
import { scamReportMessages } from '../../src/features/scam-reports/messages.ts';
import * as ownScams from '../../src/features/scam-reports/own-messages.ts';
import { peopleWords, verdictWords, warningNotes } from '../../src/features/scam-reports/warning-words.ts';
import * as screening from '../../src/features/screening/messages.ts';
import * as settings from '../../src/features/settings/messages.ts';
import * as staff from '../../src/features/staff/messages.ts';
import * as planLetters from '../../src/features/subscriptions/letters.ts';
import * as subscriptions from '../../src/features/subscriptions/messages.ts';
import * as system from '../../src/features/system/messages.ts';
import * as orderDesk from '../../src/features/trading/desk-messages.ts';
import * as historyCsv from '../../src/features/trading/history-csv-messages.ts';
import * as trading from '../../src/features/trading/messages.ts';
import { orderReasons, type Reason } from '../../src/features/trading/order/reasons.ts';
import * as orderStanding from '../../src/features/trading/order-messages.ts';
import * as ownPages from '../../src/features/trading/own-messages.ts';
import * as orderLetters from '../../src/features/trading/papers/letters.ts';
import * as orderReceipts from '../../src/features/trading/papers/receipt-lines.ts';
import * as workshopsDesk from '../../src/features/workshops/desk-messages.ts';
import * as workshopLetters from '../../src/features/workshops/letters.ts';
import * as workshops from '../../src/features/workshops/messages.ts';
import * as ownPlaces from '../../src/features/workshops/own-messages.ts';
import { type Message, type WholeMessage, wholeMessage } from '../../src/kernel/refusal.ts';
import { lineLost, pageIncomplete } from '../../src/platform/given-starter.ts';
import * as platform from '../../src/platform/messages.ts';
import * as fault from '../../src/ui/fault.ts';
import { silentFaults } from '../../src/ui/refusal-words.ts';
import { signOutNotices } from '../../src/ui/sign-out.ts';
import { uploadRefusals } from '../../src/ui/upload-rules.ts';

/** What is said, under the name by which the house knows it: with what heads it, and as a refusal where it is one. */
type PrintedMessage = {
  readonly name: string;
  readonly head: string;
  readonly texts: readonly string[];
  refusal?: WholeMessage;
};
/** An entry, of whichever kind: what is neither its head nor about it is read. */
type Entry = Partial<Message> & { readonly subject?: string; readonly kind?: string; readonly look?: string };

/** Whatever has one of these is an entry; everything else is a list of them. */
const marks = ['text', 'title', 'subject', 'greeting'];

function toldOf(name: string, entry: Entry): PrintedMessage {
  const { title, subject, status, field, carries, denies, kind, look, ...texts } = entry;
  return { name, head: title ?? subject ?? '', texts: Object.values(texts).flat() };
}

/** An entry under a code is a refusal. */
function refusalOf(code: string, message: Message): PrintedMessage {
  const refusal = wholeMessage(message);
  return { ...toldOf(code, refusal), refusal };
}

function toldIn(lists: unknown, name: string): PrintedMessage[] {
  if (typeof lists === 'string') return [toldOf(name, { text: lists })];
  if (typeof lists !== 'object' || lists === null) return [];
  if (marks.some((mark) => mark in lists)) return [toldOf(name, lists)];
  return Object.entries(lists).flatMap(([key, part]) =>
    key.includes('.') ? refusalOf(key, part) : toldIn(part, `${name}.${key}`),
  );
}
const toldBy = (rooms: Readonly<Record<string, object>>): PrintedMessage[] =>
  Object.entries(rooms).flatMap(([room, lists]) => toldIn(lists, room));

const { reviewMessages, ...identityOfCustomers } = identity;
const { unfreezeMessages, ...accountsOfCustomers } = { ...accounts, ...accountLetters, ...security };

const { appropriatenessDeskMessages, ...appropriatenessOfCustomers } = appropriateness;
const { cardsDeskMessages, ...ofCardPayers } = cards;
const { projectDeskMessages, ...projectsOfLearners } = projects;
const { enrollmentDeskMessages, ...enrollmentOfLearners } = { ...enrollment, ...enrollmentLetters };
const { launchDeskMessages, ...launchesOfFounders } = launches;
const { classesDeskMessages, ...classesOfLearners } = classes;
const { certificatesDeskMessages, ...certificatesOfLearners } = certificates;
const { paymentsDeskMessages, ...ofPayers } = {
  ...payments,
  ...paymentLetters,
  ...paymentStanding,
  ...paymentReturns,
  demoWalletWords,
  payerWords,
};

/** What a verdict says, short and long. */
const judged = Object.fromEntries(
  Object.entries(verdictWords).map(([verdict, { short, long }]) => [verdict, { title: short, text: long }]),
);

const ofCustomers = toldBy({
  ...{
    'account-pages': { ...accountPages, ...portfolio, waitingWords },
    accounts: accountsOfCustomers,
    agreements,
    documents,
  },
  ...{
    identity: { ...identityOfCustomers, ...identityLetters, cameraWords },
    ...{
      appropriateness: appropriatenessOfCustomers,
      enrollment: enrollmentOfLearners,
      learning: { ...learning, ...ownLearning },
    },
    location: { ...location, ...places },
    cards: { ...ofCardPayers, ...cardStanding },
    certificates: { ...certificatesOfLearners, ...ownCertificates, certificateLetter },
    classes: { ...classesOfLearners, ...ownClasses, classLetters: classLetterTexts.classLetters },
    launches: { ...launchesOfFounders, ...ownLaunches, launchLetters: launchLetters.launchLetters },
    news: { newsLetters: newsLetterTexts.newsLetters },
    notices: { ...noticesRoom, ...ownNotices, ...noticeLetters },
    programs: { programsMessages, partnerMessages, ...ownPrograms },
    projects: { ...projectsOfLearners, projectNotices: ownProjects.projectNotices, ...projectLetters },
    'scam-reports': { scamReportMessages, ...ownScams, scamLetters, appealLetters, peopleWords, warningNotes, judged },
    payments: ofPayers,
    platform: { ...platform, lineLost, pageIncomplete },
    prices,
    subscriptions: { ...subscriptions, ...planLetters },
    workshops: { ...workshops, ...ownPlaces, ...workshopLetters },
  },
  trading: {
    ...trading,
    ...historyCsv,
    ...orderLetters,
    ...orderStanding,
    ...ownPages,
    ...orderReceipts,
    ...paymentReceipts,
    receiptNotes,
    movedWords,
    keptWords,
  },
  ...{ 'public-pages': { copyNotices, contactSayings, lookWords, messageSaying, oursText } },
  ui: { referred: fault.referred, silentFaults, signOutNotices, uploadRefusals },
});
const ofDesk = toldBy({
  ...{ accounts: { unfreezeMessages }, approvals, casework, compliance: { ...compliance, ...complianceDesk } },
  ...{
    appropriateness: { appropriatenessDeskMessages },
    authoring: { ...authoring, ...ownAuthoring },
    freezes,
    letters: { lettersMessages, lettersNotices, wordingFaults },
    news: { newsMessages, newsNotices },
    identity: { reviewMessages },
    risk,
    roles,
    'scam-reports': { scamDeskMessages, scamDeskNotices },
    screening,
    settings,
    staff,
    system,
    trading: orderDesk,
    'bank-lines': bankLines,
    movements,
    cards: { cardsDeskMessages },
    certificates: { certificatesDeskMessages },
    classes: { classesDeskMessages, classDeskNotices },
    enrollment: { enrollmentDeskMessages },
    launches: { launchDeskMessages, launchDeskNotices, launchDeskWords },
    projects: { projectDeskMessages },
    payments: { paymentsDeskMessages },
    workshops: workshopsDesk,
  },
});
const told = [...ofCustomers, ...ofDesk];

/** Every sentence with which the product can say no, by its code. */
export const refusals: Readonly<Record<string, WholeMessage>> = Object.fromEntries(
  told.flatMap(({ name, refusal }) => (refusal ? [[name, refusal]] : [])),
);

/** Everything else that is said of what happened, and of how things stand. */
export const notices: readonly PrintedMessage[] = told.filter(({ refusal }) => !refusal);

/** The two texts of each coded reason, by what it is a reason of. */
export const reasons: readonly (Reason & { readonly of: string })[] = [
  ...Object.entries(orderReasons).flatMap(([act, list]) => list.map((each) => ({ of: act, ...each }))),
  ...outcomes.flatMap((outcome) => launchReasons[outcome].map((each) => ({ of: `launch ${outcome}`, ...each }))),
  ...itemCodes.flatMap((item) =>
    (['reject', 'want'] as const).flatMap((act) =>
      reasonsFor(act, item).map((each) => ({ of: `${act} ${item}`, ...each })),
    ),
  ),
  ...Object.entries({
    ...verdictReasons,
    ...appealReasons,
    declined: declineReasons,
    withdrawn: withdrawReasons,
  }).flatMap(([act, list]) =>
    list.map(({ code, told: customer, staff }) => ({ of: `scam ${act}`, code, customer, staff })),
  ),
];

const textsOf = (list: readonly PrintedMessage[]): string[] => list.flatMap(({ texts }) => texts);
const textsOfCustomers = new Set(textsOf(ofCustomers));

/** What staff alone read, in whole sentences: none of it lies in a script that a customer loads. */
export const deskTexts: readonly string[] = [...textsOf(ofDesk), ...reasons.map(({ staff }) => staff)].filter(
  (text) => text.length > 20 && !textsOfCustomers.has(text),
);
