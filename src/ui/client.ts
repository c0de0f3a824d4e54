import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { createTanstackQueryUtils, generateOperationKey } from '@orpc/tanstack-query';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { askAgain } from './ask-again.ts';
import { askAnew } from './ask-anew.ts';
import { bellRings } from './bell.ts';
import { withProof } from './confirm.ts';
import { readGiven } from './given.ts';
import { noteServerClock } from './server-clock.ts';
import { nobody, setViewer, viewer } from './viewer-marks.ts';

/** A call that needs a fresh proof of who is there asks for it by itself. */
const link = new RPCLink({
  url: () => `${location.origin}/api/rpc`,
  fetch: async (request, init) => {
    const answer = await fetch(request, init);
    noteServerClock(answer);
    return answer;
  },
  interceptors: [({ next }) => withProof(next)],
});

/** Every command of the product, by room. `src/api.ts` adds them, so that what calls them knows no room. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled from above.
export interface Commands {}

/** The product's commands, as plain calls. */
export const call = createORPCClient<Commands>(link);

/** The product's questions and commands, for `useQuery` and `useMutation`. */
export const api = createTanstackQueryUtils(call);

/**
 * A failed question is asked twice more before the screen says so; what was read stays fresh for ten seconds. What came
 * with the page is known already.
 */
export function newQueryClient(): QueryClient {
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError: endIfOver }),
    defaultOptions: {
      queries: { staleTime: 10_000, retry: retryReads, retryDelay: 600 },
      // Without a line an act fails at once and says so; kept, it would be done unseen whenever the line is back.
      mutations: { networkMode: 'always' },
    },
  });
  const given = readGiven();
  if (given)
    queries.setQueryData(generateOperationKey(given.path, { type: 'query', input: given.input }), given.answer);
  return queries;
}

/** A question that is answered with 'nobody is signed in' tells that the session ended, wherever it was ended. */
function endIfOver(error: unknown): void {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  if (code === 'accounts.sign_in_required' && viewer().session === 'in') setViewer(nobody);
}

/** Answers that will not change by asking again are not asked again. */
function retryReads(failures: number, error: unknown): boolean {
  const status = (error as { status?: number } | null)?.status ?? 0;
  return failures < 2 && (status === 0 || status >= 500);
}

/** What a topic of the live line makes the screens ask again. */
const topics: Record<string, readonly string[]> = {
  prices: ['prices', 'settings'],
  trading: ['trading', 'paymentPages'],
  payments: ['payments', 'paymentPages', 'subscriptions', 'workshops', 'learning', 'accountPages'],
  desk: ['desk', 'paymentsDesk', 'unassigned', 'bankLines', 'scamDesk', 'settings', 'approvals'],
  learning: ['learning', 'projects', 'certificates'],
  location: ['location'],
  notices: ['notices'],
  identity: ['identity', 'accountPages'],
  'identity-desk': ['identity', 'approvals'],
  launches: ['launches'],
  'launches-desk': ['launchesDesk'],
  staff: ['roles'],
  compliance: ['compliance', 'desk', 'risk', 'screening', 'approvals'],
};

/**
 * Listens for topics and asks again for what they name: of what changed since the page was asked for, too. After a
 * break everything is asked again.
 */
export function listen(queries: QueryClient): () => void {
  const source = new EventSource(`/api/live?age=${Math.round(performance.now())}`);
  const again = askAgain((name) => askAnew(queries, { queryKey: [[name]] }));
  let broken = false;
  source.onmessage = ({ data }: MessageEvent<string>) => {
    const names = topics[data];
    if (!names || data === 'notices') dispatchEvent(new Event(bellRings));
    if (!names) return void askAnew(queries);
    for (const name of names) void again(name);
  };
  source.onerror = () => {
    broken = true;
  };
  source.onopen = () => {
    if (broken) void askAnew(queries);
    broken = false;
  };
  return () => source.close();
}
