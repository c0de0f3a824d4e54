import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/** Refetches after success and refusal: someone else may have acted. */
export function useInvalidate(...staleKeys: readonly QueryKey[]) {
  const queries = useQueryClient();
  const refetchUntilCurrent = async (queryKey: QueryKey): Promise<void> => {
    await queries.invalidateQueries({ queryKey });
    // A live update may have cancelled this refetch and started its own.
    const running = { queryKey, type: 'active', fetchStatus: 'fetching' } as const;
    while (queries.isFetching(running) > 0) await queries.refetchQueries(running, { cancelRefetch: false });
  };
  const refresh = async (): Promise<void> => {
    await Promise.all(staleKeys.map(refetchUntilCurrent));
    // Observers are notified in the next task.
    await new Promise((resolve) => setTimeout(resolve));
  };
  return {
    refresh,
    /** Runs once data is current: keyboard users act immediately and must not see the old state. */
    afterRefresh: (callback: () => void): void => void refresh().finally(callback),
    /** For forms, which show the refusal. */
    refused: (): undefined => void refresh(),
  };
}

/** Closes the dialog, then reports success once data is current. */
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
