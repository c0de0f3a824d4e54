import type { RouterClient } from '@orpc/server';
import { accountPagesApi } from './features/account-pages/api.ts';
import { accountsApi } from './features/accounts/api.ts';
import { agreementsApi } from './features/agreements/api.ts';
import { appropriatenessApi } from './features/appropriateness/api.ts';
import { approvalsApi } from './features/approvals/api.ts';
import { auditApi } from './features/audit/api.ts';
import { authoringApi } from './features/authoring/api.ts';
import { bankLinesApi } from './features/bank-lines/api.ts';
import { cardsApi, cardsDeskApi } from './features/cards/api.ts';
import { caseworkApi } from './features/casework/api.ts';
import { certificatesApi } from './features/certificates/api.ts';
import { classesApi } from './features/classes/api.ts';
import { classesDeskApi } from './features/classes/desk.ts';
import { complianceApi } from './features/compliance/api.ts';
import { documentsApi } from './features/documents/api.ts';
import { enrollmentApi } from './features/enrollment/api.ts';
import { enrollmentDeskApi } from './features/enrollment/desk.ts';
import { freezesApi } from './features/freezes/api.ts';
import { identityApi } from './features/identity/api.ts';
import { launchesApi } from './features/launches/api.ts';
import { launchesDeskApi } from './features/launches/desk.ts';
import { learningApi } from './features/learning/api.ts';
import { lettersApi } from './features/letters/api.ts';
import { locationApi } from './features/location/api.ts';
import { newsApi } from './features/news/api.ts';
import { noticesApi } from './features/notices/api.ts';
import { paymentPagesApi } from './features/payment-pages/api.ts';
import { paymentsApi } from './features/payments/api.ts';
import { pricesApi } from './features/prices/api.ts';
import { faultOfPrices } from './features/prices/company-price.ts';
import { programsApi } from './features/programs/api.ts';
import { projectsApi } from './features/projects/api.ts';
import { projectsDeskApi } from './features/projects/desk.ts';
import { riskApi } from './features/risk/api.ts';
import { rolesApi } from './features/roles/api.ts';
import { scamReportsApi } from './features/scam-reports/api.ts';
import { scamDeskApi } from './features/scam-reports/desk/desk-api.ts';
import { screeningApi } from './features/screening/api.ts';
import { settingsApi } from './features/settings/api.ts';
import { subscriptionsApi } from './features/subscriptions/api.ts';
import { systemApi } from './features/system/api.ts';
import { tradingApi } from './features/trading/api.ts';
import { deskApi } from './features/trading/desk/api.ts';
import { unassignedApi } from './features/trading/unassigned/api.ts';
import { faultOfWallets } from './features/trading/wallets/company-wallets.ts';
import { workshopsApi } from './features/workshops/api.ts';
import { cancelSession } from './features/workshops/cancel.ts';
import { workshopsDeskApi } from './features/workshops/desk.ts';

import { allLetters } from './letters.ts';
import { cardPayables, payables } from './payables.ts';

/** Every question and command of the product, by feature. */
export const api = {
  accounts: accountsApi,
  accountPages: accountPagesApi,
  agreements: agreementsApi,
  cards: cardsApi(cardPayables),
  cardsDesk: cardsDeskApi,
  compliance: { ...complianceApi, ...caseworkApi, ...freezesApi },
  approvals: approvalsApi,
  appropriateness: appropriatenessApi,
  certificates: certificatesApi,
  classes: classesApi,
  classesDesk: classesDeskApi,
  audit: auditApi,
  authoring: authoringApi,
  bankLines: bankLinesApi(payables),
  documents: documentsApi,
  identity: identityApi,
  enrollment: enrollmentApi,
  enrollmentDesk: enrollmentDeskApi,
  launches: launchesApi,
  launchesDesk: launchesDeskApi,
  learning: learningApi,
  letters: lettersApi(allLetters),
  location: locationApi,
  news: newsApi,
  notices: noticesApi,
  paymentPages: paymentPagesApi,
  ...paymentsApi(payables),
  prices: pricesApi,
  programs: programsApi,
  projects: projectsApi,
  projectsDesk: projectsDeskApi,
  risk: riskApi,
  roles: rolesApi,
  scamReports: scamReportsApi,
  scamDesk: scamDeskApi,
  screening: screeningApi,
  settings: settingsApi({ company_wallets: faultOfWallets, token_prices: faultOfPrices }),
  subscriptions: subscriptionsApi,
  system: systemApi,
  trading: tradingApi,
  desk: deskApi,
  unassigned: unassignedApi(payables),
  workshops: workshopsApi,
  workshopsDesk: { ...workshopsDeskApi, cancelSession: cancelSession(payables) },
};

type Api = RouterClient<typeof api>;

/** What the browser calls, typed from the procedures themselves; screens need not look up here for it. */
declare module './ui/client.ts' {
  interface Commands extends Api {}
}
