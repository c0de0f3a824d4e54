import { useSyncExternalStore } from 'react';

/** Event of browsers that can install the application. Its `prompt` works once and returns after the user's choice. */
type InstallPromptEvent = Event & { prompt(): Promise<unknown> };

const storageKey = 'install-refused';
const listeners = new Set<() => void>();
let offered: InstallPromptEvent | null = null;

function setOffered(event: InstallPromptEvent | null): void {
  offered = event;
  for (const listener of listeners) listener();
}

function isRefused(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}

/** Keeps the browser's offer to install in place of its own banner. Touch devices only: others have no home screen. */
export function watchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    if (!matchMedia('(pointer: coarse)').matches) return;
    event.preventDefault();
    if (!isRefused()) setOffered(event as InstallPromptEvent);
  });
  addEventListener('appinstalled', () => setOffered(null));
}

/** Ends the offer on this device. */
export function refuseInstall(): void {
  try {
    localStorage.setItem(storageKey, 'yes');
  } catch {
    // Storage is unavailable: the offer returns with the next page load.
  }
  setOffered(null);
}

export async function install(): Promise<void> {
  const event = offered;
  setOffered(null);
  await event?.prompt();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useCanInstall = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => offered !== null,
    () => false,
  );
