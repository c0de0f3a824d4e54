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
