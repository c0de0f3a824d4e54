import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { api } from '../../../ui/client.ts';
import { useSettled } from '../../../ui/use-settled.ts';
import type { LookAt } from '../schema.ts';
import type { Finding } from '../shapes.ts';
import { isEmptyLook } from './form-values.ts';

/** After the last key stroke, before what was typed is looked up. */
const settles = 400;

/** What we know of what is being typed; `error` where it could not be asked, which stops nobody. */
export function useLook(at: LookAt): { findings: readonly Finding[]; error: unknown; again: () => void } {
  const settled = useSettled(JSON.stringify(at), settles);
  const input = JSON.parse(settled) as LookAt;
  const { data, error, refetch } = useQuery({
    ...api.scamReports.look.queryOptions({ input: isEmptyLook(input) ? skipToken : input }),
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return { findings: isEmptyLook(input) ? [] : (data?.findings ?? []), error, again: () => void refetch() };
}
