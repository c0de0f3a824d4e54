import { skipToken, useQuery } from '@tanstack/react-query';
import { api } from '../../../../ui/client.ts';

/** Renewal interval of a link, which expires after 1800 s. */
const freshMs = 20 * 60_000;

/** Loads a link to a private file. `url` is undefined while loading. */
export function useFileLink(fileId: string | undefined): { url: string | undefined; failed: boolean } {
  const { data, isError } = useQuery({
    ...api.documents.link.queryOptions({ input: fileId === undefined ? skipToken : { fileId } }),
    staleTime: freshMs,
    gcTime: freshMs,
    refetchInterval: freshMs,
  });
  return { url: data?.url, failed: isError };
}
