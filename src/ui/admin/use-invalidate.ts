import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/** Refetches queries after a command, also after a refusal: another user may have changed the data. */
export function useInvalidate(...staleKeys: readonly QueryKey[]) {
  const queries = useQueryClient();
  const refetchUntilCurrent = async (queryKey: QueryKey): Promise<void> => {
    await queries.invalidateQueries({ queryKey });
    // A live update may cancel this refetch and start another, so wait for that one.
    const running = { queryKey, type: 'active', fetchStatus: 'fetching' } as const;
    while (queries.isFetching(running) > 0) await queries.refetchQueries(running, { cancelRefetch: false });
  };
  const refresh = async (): Promise<void> => {
    await Promise.all(staleKeys.map(refetchUntilCurrent));
    // TanStack Query notifies components in the next task.
    await new Promise((resolve) => setTimeout(resolve));
  };
  return {
    refresh,
    /** Calls back when the data is current, so that fast keyboard users never act on old data. */
    afterRefresh: (callback: () => void): void => void refresh().finally(callback),
    /** Refetches after a refusal. Returns undefined, so that the form shows the message. */
    refused: (): undefined => void refresh(),
  };
}

/** Callbacks of a form in a dialog. Success closes the dialog, refetches, then calls `onSuccess`. */
export function useFormOutcome(
  staleKeys: readonly QueryKey[],
  { onClose, onSuccess }: { onClose: () => void; onSuccess: () => void },
) {
  const { afterRefresh, refused } = useInvalidate(...staleKeys);
  const done = () => {
    onClose();
    afterRefresh(onSuccess);
  };
  return { done, refused };
}
