import { chooseTheme, getThemeChoice } from './theme.ts';
import { toastAfterLoad, toastError } from './toast.ts';
import { announceSignOut, hasOfflineData, setSigningOut } from './viewer-state.ts';

/** Toasts after signing out [000 §4 Auth state, §8 Destructive toasts]. */
export const signOutToasts = {
  done: { title: 'Signed out' },
  failed: { title: 'Sign Out Error', text: "You're still signed in. Please try again." },
} as const;

/** Storage keys of the older product's authentication [000 §4 Auth state, decision A6]. */
export const isAuthKey = (key: string): boolean => key.startsWith('sb-') || /supabase|auth/i.test(key);

/** Removes authentication keys, on sign-out and for an invalid session [000 §4 Auth state, decision A6]. */
export function clearAuthStorage(): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (isAuthKey(key)) storage.removeItem(key);
  } catch {
    // Storage is unavailable.
  }
}

/** True after success, and if the server found no session [000 §4 Auth state, §8 Library codes]. */
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
  setSigningOut(true);
  const { ok, body } = await requestSignOut();
  if (!isSessionEnded(ok, body)) {
    setSigningOut(false);
    return toastError(signOutToasts.failed);
  }
  announceSignOut();
  clearAuthStorage();
  if (hasOfflineData()) await (await import('./offline-storage.ts')).clearOfflineData();
  // The response clears all site data, so restore the theme.
  chooseTheme(theme);
  // No toast if the session had already ended.
  if (ok) toastAfterLoad(signOutToasts.done);
  location.assign('/');
}
