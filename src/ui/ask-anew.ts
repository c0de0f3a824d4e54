import { type Query, QueryClient, type QueryFilters } from '@tanstack/react-query';

const status = (error: unknown): number => (error as { status?: number } | null)?.status ?? 0;
const code = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

const isFinal = (error: unknown): boolean => status(error) >= 400 && status(error) < 500;

/** Whether all that a screen knows of a question is that it was refused. */
const isRefused = ({ state }: Query): boolean => state.data === undefined && isFinal(state.error);

/**
 * Questions in view whose answers may be old are asked again. A refusal stands meanwhile, and for as long as it stays
 * the same: asked again as usual it would give way to grey lines, and 'This is your own' would blink at each change
 * that the live line tells of.
 */
export async function askAnew(queries: QueryClient, filters: QueryFilters = {}): Promise<void> {
  const refused = queries.getQueryCache().findAll({ ...filters, type: 'active', predicate: isRefused });
  await Promise.all([
    queries.invalidateQueries({ ...filters, predicate: (query) => !isRefused(query) }),
    ...refused.map((query) => askBeside(queries, query)),
  ]);
}

async function askBeside(queries: QueryClient, { queryKey, options, state }: Query): Promise<void> {
  try {
    queries.setQueryData(queryKey, await new QueryClient().fetchQuery({ ...options, queryKey, retry: false }));
  } catch (error) {
    const isAnother = isFinal(error) && code(error) !== code(state.error);
    if (isAnother) await queries.invalidateQueries({ queryKey, exact: true });
  }
}
