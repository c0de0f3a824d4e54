import { skipToken, useQuery } from '@tanstack/react-query';
import { api } from '../../../ui/client.ts';

/** Renews a link well before it expires (1800 s). */
const freshMs = 20 * 60_000;

/** A link to a private file for the reader; `url` is undefined until it is loaded. */
export function useFileLink(fileId: string | undefined): { url: string | undefined; failed: boolean } {
  const { data, isError } = useQuery({
    ...api.documents.link.queryOptions({ input: fileId === undefined ? skipToken : { fileId } }),
    staleTime: freshMs,
    gcTime: freshMs,
    refetchInterval: freshMs,
  });
  return { url: data?.url, failed: isError };
}
