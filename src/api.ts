import type { RouterClient } from '@orpc/server';
import { accountsApi } from './features/accounts/api.ts';
import { pricesApi } from './features/prices/api.ts';
import { settingsApi } from './features/settings/api.ts';
import { tradingApi } from './features/trading/api.ts';
import { deskApi } from './features/trading/desk/api.ts';

/** Every question and command of the product, by feature. */
export const api = {
  accounts: accountsApi,
  prices: pricesApi,
  settings: settingsApi,
  trading: tradingApi,
  desk: deskApi,
};

/** What the browser's client calls, typed from the procedures themselves. */
export type Api = RouterClient<typeof api>;
