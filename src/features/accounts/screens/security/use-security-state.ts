import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { api, type call } from '../../../../ui/client.ts';

export type SecurityState = Awaited<ReturnType<typeof call.accounts.security>>;

const invalidateAccounts = (queries: QueryClient) => queries.invalidateQueries({ queryKey: api.accounts.key() });

export function useReloadSecurity(): () => void {
  const queries = useQueryClient();
  return () => void invalidateAccounts(queries);
}
