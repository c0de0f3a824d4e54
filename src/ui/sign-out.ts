import { isAnythingKept } from './kept.ts';
import { chooseTheme, themeChoice } from './theme.ts';
import { toastAfterLoad, toastError } from './toast.ts';

export const signOutNotices = {
  done: { title: 'Signed out' },
  failed: { title: 'Sign Out Error', text: 'You are still signed in. Please try again.' },
} as const;

/** Whether a key of browser storage was left behind by signing in [000 §4 Auth state]. */
export const isAuthLeftover = (key: string): boolean => key.startsWith('sb-') || /supabase|auth/i.test(key);

/** Removes what signing in may have left in this browser; also for when a session turned out to be invalid. */
export function clearAuthLeftovers(): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (isAuthLeftover(key)) storage.removeItem(key);
  } catch {
    // Storage is closed to us, so nothing was left in it.
  }
}

/** Whether the server's answer means that nobody is signed in any more: a missing session counts [000 §4]. */
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
 * Signs out on the server, clears what this browser kept and loads the home page anew, so that nothing of the
 * person stays in memory. A refusal is told and changes nothing.
 */
export async function signOut(): Promise<void> {
  const theme = themeChoice();
  const { ok, answer } = await askServer();
  if (!endsSession(ok, answer)) return toastError(signOutNotices.failed);
  clearAuthLeftovers();
  if (isAnythingKept()) await (await import('./forget-kept.ts')).forgetKept();
  // The server has this browser drop everything of ours; the chosen theme says nothing about the person and stays.
  chooseTheme(theme);
  // Signing out of nothing is silent; the toast is for a session that was really ended.
  if (ok) toastAfterLoad(signOutNotices.done);
  location.assign('/');
}
