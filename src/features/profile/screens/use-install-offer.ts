import { useSyncExternalStore } from 'react';

/** `ui/scripts/keep-install-prompt.ts` keeps the event here. Its `prompt` works once. */
type InstallWindow = { installPrompt?: { prompt(): Promise<unknown> } | null };

const installWindow = globalThis as InstallWindow;
const changeEvent = 'install-prompt';
const storageKey = 'install-refused';

function isDismissed(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}

function forgetPrompt(): void {
  installWindow.installPrompt = null;
  dispatchEvent(new Event(changeEvent));
}

export function dismissInstall(): void {
  try {
    localStorage.setItem(storageKey, 'yes');
  } catch {
    // Storage is unavailable: the offer returns with the next page load.
  }
  forgetPrompt();
}

export async function install(): Promise<void> {
  const offered = installWindow.installPrompt;
  forgetPrompt();
  await offered?.prompt();
}

function subscribe(listener: () => void): () => void {
  addEventListener(changeEvent, listener);
  addEventListener('appinstalled', forgetPrompt);
  return () => {
    removeEventListener(changeEvent, listener);
    removeEventListener('appinstalled', forgetPrompt);
  };
}

export const useCanInstall = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => Boolean(installWindow.installPrompt) && !isDismissed(),
    () => false,
  );
