/** The values of `?tab=` [000 §2 Auth]. */
export const authTabs = ['signin', 'signup', 'forgot-password'] as const;
export type AuthTab = (typeof authTabs)[number];

/** Returns sign-in for an unknown tab [000 §2 Auth]. */
export function parseTab(search: string): AuthTab {
  const requested = new URLSearchParams(search).get('tab');
  return authTabs.find((tab) => tab === requested) ?? 'signin';
}

export type MailLink = { readonly type: 'signup'; readonly token: string } | Recovery;
type Recovery = { readonly type: 'recovery'; readonly token: string | null };

/** Parses the fragment of a mailed link [000 §2 Auth]. Null for any other fragment. */
export function parseMailLink(hash: string): MailLink | null {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const [type, token] = [fragment.get('type'), fragment.get('access_token')];
  if (type === 'recovery') return { type, token: token || null };
  return type === 'signup' && token ? { type, token } : null;
}

/** True for type=recovery or from=recovery [000 §2 Auth]. */
export function isRecovery(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.get('type') === 'recovery' || query.get('from') === 'recovery';
}

/** True for type=signup, which shows the verified banner [000 §2 Auth]. */
export const isVerified = (search: string): boolean => new URLSearchParams(search).get('type') === 'signup';

/** Builds the query of a tab: keeps `next` and drops every other parameter. */
export function buildSearch(tab: AuthTab, search: string): string {
  const query = new URLSearchParams({ tab });
  const next = new URLSearchParams(search).get('next');
  if (next !== null) query.set('next', next);
  return `?${query}`;
}

export const providerSignIn = { start: '/auth/oidc/start', callback: '/auth/oidc/callback' } as const;

export const secondStepSearch = '&step=second';

export const isSecondStep = (search: string): boolean => search.includes(secondStepSearch);
