import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { createTanstackQueryUtils, generateOperationKey } from '@orpc/tanstack-query';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { unreadChangedEvent } from './bell.ts';
import { readPreloadedAnswers } from './preloaded-page.ts';
import { withReauth } from './reauth.ts';
import { coalesceRefetch, refetchKeepingErrors } from './refetch.ts';
import { syncServerClock } from './server-clock.ts';
import { getViewer, setViewer, signedOutViewer } from './viewer-state.ts';

/** Opens the reauthentication dialog if the server requires it. */
const link = new RPCLink({
  url: () => `${location.origin}/api/rpc`,
  fetch: async (request, init) => {
    const response = await fetch(request, init);
    syncServerClock(response);
    return response;
  },
  interceptors: [({ next }) => withReauth(next)],
});

/** Commands by feature. `src/api.ts` extends this interface, so that callers depend on no feature. */
// biome-ignore lint/suspicious/noEmptyInterface: src/api.ts extends it.
export interface Commands {}

export const call = createORPCClient<Commands>(link);

export const api = createTanstackQueryUtils(call);

/** Retries failed queries twice and treats data as fresh for 10 s. Contains the preloaded results. */
export function newQueryClient(): QueryClient {
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError: endExpiredSession }),
    defaultOptions: {
      queries: { staleTime: 10_000, retry: shouldRetry, retryDelay: 600 },
      // Offline mutations fail immediately instead of running later, unnoticed.
      mutations: { networkMode: 'always' },
    },
  });
  for (const { path, input, answer } of readPreloadedAnswers())
    queries.setQueryData(generateOperationKey(path, { type: 'query', input }), answer);
  return queries;
}

/** Marks the page as signed out after a "sign in required" error. */
function endExpiredSession(error: unknown): void {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  if (code === 'accounts.sign_in_required' && getViewer().session === 'in') setViewer(signedOutViewer);
}

/** Retries server and network errors only. */
function shouldRetry(failures: number, error: unknown): boolean {
  const status = (error as { status?: number } | null)?.status ?? 0;
  return failures < 2 && (status === 0 || status >= 500);
}

const queryKeysByTopic: Record<string, readonly string[]> = {
  prices: ['prices', 'settings'],
  trading: ['trading', 'paymentPages'],
  payments: ['payments', 'paymentPages', 'subscriptions', 'workshops', 'learning', 'accountPages'],
  desk: [
    'desk',
    'paymentsDesk',
    'unallocated',
    'bankLines',
    'scamDesk',
    'settings',
    'approvals',
    'announcements',
    'discountsDesk',
  ],
  learning: ['learning', 'projects', 'certificates'],
  location: ['location'],
  notices: ['notices', 'priceAlerts'],
  identity: ['identity', 'accountPages'],
  'identity-desk': ['identity', 'approvals'],
  help: ['help'],
  'help-desk': ['helpDesk'],
  launches: ['launches'],
  'launches-desk': ['launchesDesk'],
  staff: ['roles'],
  compliance: ['compliance', 'desk', 'risk', 'screening', 'approvals'],
};

/** Refetches queries on live updates, also for changes since the page request. A reconnect refetches all queries. */
export function subscribeToUpdates(queries: QueryClient): () => void {
  const source = new EventSource(`/api/live?age=${Math.round(performance.now())}`);
  const refetch = coalesceRefetch((name) => refetchKeepingErrors(queries, { queryKey: [[name]] }));
  let wasDisconnected = false;
  source.onmessage = ({ data }: MessageEvent<string>) => {
    const names = queryKeysByTopic[data];
    if (!names || data === 'notices') dispatchEvent(new Event(unreadChangedEvent));
    if (!names) return void refetchKeepingErrors(queries);
    for (const name of names) void refetch(name);
  };
  source.onerror = () => {
    wasDisconnected = true;
  };
  source.onopen = () => {
    if (wasDisconnected) void refetchKeepingErrors(queries);
    wasDisconnected = false;
  };
  return () => source.close();
}
