import { useQueryClient } from '@tanstack/react-query';
import { api, type call } from '../../../ui/client.ts';

export type Keys = Awaited<ReturnType<typeof call.programs.keys>>;
export type Webhooks = Awaited<ReturnType<typeof call.programs.webhooks>>;
export type Endpoint = Webhooks['endpoints'][number];

export function useInvalidatePrograms(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: api.programs.key() });
}
