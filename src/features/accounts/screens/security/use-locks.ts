import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { api, type call } from '../../../../ui/client.ts';

/** How the account is defended, as the server tells it. */
export type Locks = Awaited<ReturnType<typeof call.accounts.security>>;

const again = (queries: QueryClient) => queries.invalidateQueries({ queryKey: api.accounts.key() });

/** Asks again how things stand, after a change. */
export function useLocksAgain(): () => void {
  const queries = useQueryClient();
  return () => void again(queries);
}
