import { useSyncExternalStore } from 'react';

const signs = ['online', 'offline'] as const;

function onLine(listener: () => void): () => void {
  for (const sign of signs) addEventListener(sign, listener);
  return () => {
    for (const sign of signs) removeEventListener(sign, listener);
  };
}

/** Whether the device has a line at all. A weak one that carries nothing counts as one. */
export const useLine = (): boolean =>
  useSyncExternalStore(
    onLine,
    () => navigator.onLine,
    () => true,
  );
