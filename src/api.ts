import type { RouterClient } from '@orpc/server';
import { agreementsApi } from './features/accounts/agreements/api.ts';
import { accountsApi } from './features/accounts/api.ts';
import { programsApi } from './features/api-access/api.ts';
import { approvalsApi } from './features/approvals/api.ts';
import { auditApi } from './features/audit/api.ts';
import { bankLinesApi } from './features/bank-reconciliation/api.ts';
import { complianceApi } from './features/compliance/api.ts';
import { caseworkApi } from './features/compliance/casework/api.ts';
import { discountsApi } from './features/discounts/api.ts';
import { discountsDeskApi } from './features/discounts/staff-api.ts';
import { documentsApi } from './features/documents/api.ts';
import { freezesApi } from './features/freezes/api.ts';
import { helpApi, helpDeskApi } from './features/help/api.ts';
import { identityApi } from './features/kyc/api.ts';
import { launchesApi, launchesDeskApi } from './features/launches/api.ts';
import { learningApi } from './features/learning/api.ts';
import { appropriatenessApi } from './features/learning/appropriateness/api.ts';
import { authoringApi } from './features/learning/authoring/api.ts';
import { certificatesApi } from './features/learning/certificates/api.ts';
import { enrollmentApi, enrollmentStaffApi } from './features/learning/enrollment/api.ts';
import { projectsApi, projectsStaffApi } from './features/learning/projects/api.ts';
import { locationApi } from './features/location/api.ts';
import { noticesApi } from './features/notifications/api.ts';
import { newsApi } from './features/notifications/news/api.ts';
import { paymentsApi } from './features/payments/api.ts';
import { cardsApi, cardsDeskApi } from './features/payments/cards/api.ts';
import { findCardsFault } from './features/payments/cards/providers/registry.ts';
import { paymentPagesApi } from './features/payments/return-pages/api.ts';
import { priceAlertsApi } from './features/prices/alerts/api.ts';
import { pricesApi } from './features/prices/api.ts';
import { findTokenPriceFault } from './features/prices/current-price.ts';
import { accountPagesApi } from './features/profile/api.ts';
import { riskApi } from './features/risk/api.ts';
import { scamReportsApi } from './features/scam-reports/api.ts';
import { scamStaffApi } from './features/scam-reports/staff/api.ts';
import { screeningApi } from './features/screening/api.ts';
import { settingsApi } from './features/settings/api.ts';
import { rolesApi } from './features/staff/roles/api.ts';
import { announcementsApi } from './features/status/api.ts';
import { subscriptionsApi } from './features/subscriptions/api.ts';
import { systemApi } from './features/system/api.ts';
import { tradingApi } from './features/trading/api.ts';
import { deskApi } from './features/trading/staff/api.ts';
import { findWalletFault } from './features/trading/wallets/company-wallets.ts';
import { unallocatedApi } from './features/unallocated-funds/api.ts';
import { workshopsApi } from './features/workshops/api.ts';
import { cancelSession } from './features/workshops/cancel.ts';
import { workshopsStaffApi } from './features/workshops/staff-api.ts';
import { cardPayables, payables } from './fulfilment.ts';

export const api = {
  accounts: accountsApi,
  accountPages: accountPagesApi,
  announcements: announcementsApi,
  agreements: agreementsApi,
  cards: cardsApi(cardPayables),
  cardsDesk: cardsDeskApi,
  compliance: { ...complianceApi, ...caseworkApi, ...freezesApi },
  approvals: approvalsApi,
  appropriateness: appropriatenessApi,
  certificates: certificatesApi,
  audit: auditApi,
  authoring: authoringApi,
  bankLines: bankLinesApi(payables),
  discounts: discountsApi,
  discountsDesk: discountsDeskApi,
  documents: documentsApi,
  identity: identityApi,
  enrollment: enrollmentApi,
  enrollmentDesk: enrollmentStaffApi,
  help: helpApi,
  helpDesk: helpDeskApi,
  launches: launchesApi,
  launchesDesk: launchesDeskApi,
  learning: learningApi,
  location: locationApi,
  news: newsApi,
  notices: noticesApi,
  paymentPages: paymentPagesApi,
  ...paymentsApi(payables),
  prices: pricesApi,
  priceAlerts: priceAlertsApi,
  programs: programsApi,
  projects: projectsApi,
  projectsDesk: projectsStaffApi,
  risk: riskApi,
  roles: rolesApi,
  scamReports: scamReportsApi,
  scamDesk: scamStaffApi,
  screening: screeningApi,
  settings: settingsApi({ company_wallets: findWalletFault, token_prices: findTokenPriceFault, cards: findCardsFault }),
  subscriptions: subscriptionsApi,
  system: systemApi,
  trading: tradingApi,
  desk: deskApi,
  unallocated: unallocatedApi(payables),
  workshops: workshopsApi,
  workshopsDesk: { ...workshopsStaffApi, cancelSession: cancelSession(payables) },
};

type Api = RouterClient<typeof api>;

/** Types the browser's client from the procedures, so screens do not import this file. */
declare module './ui/client.ts' {
  interface Commands extends Api {}
}
