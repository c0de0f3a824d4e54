import { isAnythingKept } from './kept.ts';
import { chooseTheme, themeChoice } from './theme.ts';
import { toastAfterLoad, toastError } from './toast.ts';
import { noteLeft } from './viewer-marks.ts';

/** The toasts of signing out [000 §4 Auth state, §8 Destructive toasts]. */
export const signOutNotices = {
  done: { title: 'Signed out' },
  failed: { title: 'Sign Out Error', text: 'You are still signed in. Please try again.' },
} as const;

/**
 * Whether a key of browser storage was left behind by signing in: it starts with `sb-` or carries an auth marker [000
 * §4 Auth state, decision A6].
 */
export const isAuthLeftover = (key: string): boolean => key.startsWith('sb-') || /supabase|auth/i.test(key);

/**
 * Removes what signing in may have left in this browser; also when the validation of a session failed [000 §4 Auth
 * state, decision A6].
 */
export function clearAuthLeftovers(): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (isAuthLeftover(key)) storage.removeItem(key);
  } catch {
    // Storage is closed to us, so nothing was left in it.
  }
}

/**
 * Whether the server's answer means that nobody is signed in any more: a missing session, or one not found, counts as
 * success [000 §4 Auth state, §8 Library codes].
 */
export const endsSession = (ok: boolean, answer: string): boolean => ok || /session|not.?found/i.test(answer);

async function askServer(): Promise<{ ok: boolean; answer: string }> {
  try {
    const response = await fetch('/api/rpc/accounts/signOut', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    return { ok: response.ok, answer: response.ok ? '' : await response.text() };
  } catch {
    return { ok: false, answer: '' };
  }
}

/**
 * What 'Sign out' does in the browser: asks the server, clears what this browser kept and loads the home page anew,
 * with the toast 'Signed out' or 'Sign Out Error' [000 §4 Auth state]; nothing of the person stays in memory. A refusal
 * is told and changes nothing.
 */
export async function signOut(): Promise<void> {
  const theme = themeChoice();
  const { ok, answer } = await askServer();
  if (!endsSession(ok, answer)) return toastError(signOutNotices.failed);
  noteLeft();
  clearAuthLeftovers();
  if (isAnythingKept()) await (await import('./forget-kept.ts')).forgetKept();
  // The server has this browser drop everything of ours; the chosen theme says nothing about the person and stays.
  chooseTheme(theme);
  // Signing out of nothing is silent; the toast is for a session that was really ended.
  if (ok) toastAfterLoad(signOutNotices.done);
  location.assign('/');
}
