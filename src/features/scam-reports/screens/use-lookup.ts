import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { api } from '../../../ui/client.ts';
import { useDebouncedValue } from '../../../ui/use-debounced-value.ts';
import type { LookupInput } from '../schema.ts';
import type { Finding } from '../types.ts';
import { isEmptyLookup } from './form-values.ts';

const debounceMs = 400;

/** Looks up the form 400 ms after the last change. A failed lookup does not block submitting. */
export function useLookup(at: LookupInput): { findings: readonly Finding[]; error: unknown; retry: () => void } {
  const settled = useDebouncedValue(JSON.stringify(at), debounceMs);
  const input = JSON.parse(settled) as LookupInput;
  const { data, error, refetch } = useQuery({
    ...api.scamReports.look.queryOptions({ input: isEmptyLookup(input) ? skipToken : input }),
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return { findings: isEmptyLookup(input) ? [] : (data?.findings ?? []), error, retry: () => void refetch() };
}
