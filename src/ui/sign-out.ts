import { hasOfflineData } from './offline-flag.ts';
import { chooseTheme, getThemeChoice } from './theme.ts';
import { toastAfterLoad, toastError } from './toast.ts';
import { announceSignOut } from './viewer-state.ts';

/** Toasts of signing out [000 §4 Auth state, §8 Destructive toasts]. */
export const signOutToasts = {
  done: { title: 'Signed out' },
  failed: { title: 'Sign Out Error', text: "You're still signed in. Please try again." },
} as const;

/** Keys that start with `sb-` or carry an auth marker [000 §4 Auth state, decision A6]. */
export const isAuthKey = (key: string): boolean => key.startsWith('sb-') || /supabase|auth/i.test(key);

/** Also called when a session is invalid [000 §4 Auth state, decision A6]. */
export function clearAuthStorage(): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (isAuthKey(key)) storage.removeItem(key);
  } catch {
    // Storage is closed.
  }
}

/** A missing session, or one not found, counts as success [000 §4 Auth state, §8 Library codes]. */
export const isSessionEnded = (ok: boolean, body: string): boolean => ok || /session|not.?found/i.test(body);

async function requestSignOut(): Promise<{ ok: boolean; body: string }> {
  try {
    const response = await fetch('/api/rpc/accounts/signOut', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    return { ok: response.ok, body: response.ok ? '' : await response.text() };
  } catch {
    return { ok: false, body: '' };
  }
}

/** Clears this browser's data and loads the home page: 'Signed out' or 'Sign Out Error' [000 §4 Auth state]. */
export async function signOut(): Promise<void> {
  const theme = getThemeChoice();
  const { ok, body } = await requestSignOut();
  if (!isSessionEnded(ok, body)) return toastError(signOutToasts.failed);
  announceSignOut();
  clearAuthStorage();
  if (hasOfflineData()) await (await import('./offline-storage.ts')).clearOfflineData();
  // The server clears all site data; the theme is restored.
  chooseTheme(theme);
  // No toast when there was no session to end.
  if (ok) toastAfterLoad(signOutToasts.done);
  location.assign('/');
}
