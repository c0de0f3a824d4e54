import { type Query, QueryClient, type QueryFilters } from '@tanstack/react-query';

const getStatus = (error: unknown): number => (error as { status?: number } | null)?.status ?? 0;
const getCode = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

const isFinal = (error: unknown): boolean => getStatus(error) >= 400 && getStatus(error) < 500;

const isRefused = ({ state }: Query): boolean => state.data === undefined && isFinal(state.error);

/** Refetches queries. A visible error stays until the new response, instead of a placeholder. */
export async function refetchKeepingErrors(queries: QueryClient, filters: QueryFilters = {}): Promise<void> {
  const refused = queries.getQueryCache().findAll({ ...filters, type: 'active', predicate: isRefused });
  await Promise.all([
    queries.invalidateQueries({ ...filters, predicate: (query) => !isRefused(query) }),
    ...refused.map((query) => refetchInBackground(queries, query)),
  ]);
}

async function refetchInBackground(queries: QueryClient, { queryKey, options, state }: Query): Promise<void> {
  try {
    queries.setQueryData(queryKey, await new QueryClient().fetchQuery({ ...options, queryKey, retry: false }));
  } catch (error) {
    const isOtherRefusal = isFinal(error) && getCode(error) !== getCode(state.error);
    if (isOtherRefusal) await queries.invalidateQueries({ queryKey, exact: true });
  }
}

/** A refetch without a response blocks the next one this long, ms. A new refetch cancels the running one. */
const timeoutMs = 30_000;
/** Maximum pause after a slow refetch, ms. */
const maxPauseMs = 1_000;
const delay = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Combines requests to refetch the same key, so that 100 changes do not reload a list 100 times. */
export function coalesceRefetch(refetch: (name: string) => Promise<unknown>): (name: string) => Promise<void> {
  const pending = new Map<string, boolean>();
  return async (name) => {
    if (pending.has(name)) return void pending.set(name, true);
    do {
      pending.set(name, false);
      const startedAt = performance.now();
      await Promise.race([refetch(name).catch(() => undefined), delay(timeoutMs)]);
      await delay(Math.min(performance.now() - startedAt, maxPauseMs));
    } while (pending.get(name));
    pending.delete(name);
  };
}
