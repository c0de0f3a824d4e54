/** The tabs of /auth, as `?tab=` names them [000 §2 Auth]. */
export const authTabs = ['signin', 'signup', 'forgot-password'] as const;
export type AuthTab = (typeof authTabs)[number];

/** The tab that a query asks for, as tab=signup does [000 §2 Auth]; sign-in when it asks for none that we have. */
export function tabOf(search: string): AuthTab {
  const asked = new URLSearchParams(search).get('tab');
  return authTabs.find((tab) => tab === asked) ?? 'signin';
}

/** What a link out of one of our mails carries behind its `#`: which kind, and the one-use token. */
export type MailLink = { readonly type: 'signup'; readonly token: string } | Recovery;
type Recovery = { readonly type: 'recovery'; readonly token: string | null };

/**
 * Reads the fragment of an address: recovery, or a token with type=signup to finish verifying [000 §2 Auth]. Null when
 * it is not that of a mail's link.
 */
export function readMailLink(hash: string): MailLink | null {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const [type, token] = [fragment.get('type'), fragment.get('access_token')];
  if (type === 'recovery') return { type, token: token || null };
  return type === 'signup' && token ? { type, token } : null;
}

/**
 * Whether a query asks for recovery, the form that sets a new password: type=recovery or from=recovery [000 §2 Auth].
 */
export function asksForRecovery(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.get('type') === 'recovery' || query.get('from') === 'recovery';
}

/** Whether a query asks for the verified banner: type=signup [000 §2 Auth]. */
export const saysVerified = (search: string): boolean => new URLSearchParams(search).get('type') === 'signup';

/** The query that opens a tab. Where to go after signing in is kept; a banner is not. */
export function searchFor(tab: AuthTab, search: string): string {
  const query = new URLSearchParams({ tab });
  const next = new URLSearchParams(search).get('next');
  if (next !== null) query.set('next', next);
  return `?${query}`;
}
