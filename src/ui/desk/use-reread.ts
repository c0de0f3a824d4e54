import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/** After an act the newest state is read, after a refusal too: somebody else may have acted. */
export function useReread(...stale: readonly QueryKey[]) {
  const queries = useQueryClient();
  const settled = async (queryKey: QueryKey): Promise<void> => {
    await queries.invalidateQueries({ queryKey });
    // The live line may have called this reading back and begun its own, which is then the one to wait for.
    const running = { queryKey, type: 'active', fetchStatus: 'fetching' } as const;
    while (queries.isFetching(running) > 0) await queries.refetchQueries(running, { cancelRefetch: false });
  };
  const reread = async (): Promise<void> => {
    await Promise.all(stale.map(settled));
    // Screens hear of an answer in the task after it.
    await new Promise((heard) => setTimeout(heard));
  };
  return {
    reread,
    /** Tells it once the newest state stands: whoever works by keys goes on at once, and must not hit the old one. */
    tell: (what: () => void): void => void reread().finally(what),
    /** For a form, which tells the refusal itself. */
    refused: (): undefined => void reread(),
  };
}

/** Of a form in a dialog: done, it closes, and what was done is told once the newest state stands. */
export function useDone(stale: readonly QueryKey[], { onClose, says }: { onClose: () => void; says: () => void }) {
  const { tell, refused } = useReread(...stale);
  const done = () => {
    onClose();
    tell(says);
  };
  return { done, refused };
}
