import type { RouterClient } from '@orpc/server';
import { accountPagesApi } from './features/account-pages/api.ts';
import { accountsApi } from './features/accounts/api.ts';
import { agreementsApi } from './features/agreements/api.ts';
import { documentsApi } from './features/documents/api.ts';
import { identityApi } from './features/identity/api.ts';
import { locationApi } from './features/location/api.ts';
import { pricesApi } from './features/prices/api.ts';
import { settingsApi } from './features/settings/api.ts';
import { tradingApi } from './features/trading/api.ts';
import { deskApi } from './features/trading/desk/api.ts';

/** Every question and command of the product, by feature. */
export const api = {
  accounts: accountsApi,
  accountPages: accountPagesApi,
  agreements: agreementsApi,
  documents: documentsApi,
  identity: identityApi,
  location: locationApi,
  prices: pricesApi,
  settings: settingsApi,
  trading: tradingApi,
  desk: deskApi,
};

/** What the browser's client calls, typed from the procedures themselves. */
export type Api = RouterClient<typeof api>;
