import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/** After an act the newest state is read, after a refusal too: somebody else may have acted. */
export function useReread(...stale: readonly QueryKey[]) {
  const queries = useQueryClient();
  const reread = () => Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })));
  return {
    reread,
    /** Tells it once the newest state stands: whoever works by keys goes on at once, and must not hit the old one. */
    tell: (what: () => void): void => void reread().finally(what),
    /** For a form, which tells the refusal itself. */
    refused: (): undefined => void reread(),
  };
}
