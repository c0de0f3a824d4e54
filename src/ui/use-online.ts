import { useSyncExternalStore } from 'react';

const connectivityEvents = ['online', 'offline'] as const;

function subscribe(listener: () => void): () => void {
  for (const event of connectivityEvents) addEventListener(event, listener);
  return () => {
    for (const event of connectivityEvents) removeEventListener(event, listener);
  };
}

/** True if the device has a network. The network may still lack internet access. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
