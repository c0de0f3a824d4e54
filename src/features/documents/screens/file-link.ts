import { skipToken, useQuery } from '@tanstack/react-query';
import { api } from '../../../ui/client.ts';

/** A link is asked for again well before it lapses (1800 s). */
const fresh = 20 * 60_000;

/** The link that opens a private file for whoever looks; `url` is undefined until it is there. */
export function useFileLink(fileId: string | undefined): { url: string | undefined; failed: boolean } {
  const { data, isError } = useQuery({
    ...api.documents.link.queryOptions({ input: fileId === undefined ? skipToken : { fileId } }),
    staleTime: fresh,
    gcTime: fresh,
    refetchInterval: fresh,
  });
  return { url: data?.url, failed: isError };
}
