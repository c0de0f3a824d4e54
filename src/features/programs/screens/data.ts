import { useQueryClient } from '@tanstack/react-query';
import { api, type call } from '../../../ui/client.ts';

/** One's keys and addresses, as the server tells them. */
export type Keys = Awaited<ReturnType<typeof call.programs.keys>>;
export type Webhooks = Awaited<ReturnType<typeof call.programs.webhooks>>;
export type Endpoint = Webhooks['endpoints'][number];

/** Asks again how things stand, after a change. */
export function useProgramsAgain(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: api.programs.key() });
}
