import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildResetEmail, buildVerificationEmail } from './emails.ts';
import { authTabs, buildSearch, isRecovery, isVerified, parseMailLink, parseTab } from './mail-link.ts';

const token = 'eyJh.bGci-Oi_J';

test('parseMailLink reads the verification link, with the token only in its fragment', () => {
  const url = new URL(buildVerificationEmail('https://ours.example', 'a@b.example', token).links[0] ?? '');
  expect(parseMailLink(url.hash)).toEqual({ type: 'signup', token });
  expect(isVerified(url.search)).toBe(true);
  expect(url.pathname + url.search).not.toContain(token);
});

test('parseMailLink reads the reset link, which opens recovery', () => {
  const url = new URL(buildResetEmail('https://ours.example', 'a@b.example', token).links[0] ?? '');
  expect(parseMailLink(url.hash)).toEqual({ type: 'recovery', token });
  expect(isRecovery(url.search)).toBe(true);
  expect(url.pathname + url.search).not.toContain(token);
});

test.each(['', '#', '#main', '#type=signup', '#access_token=&type=signup', `#access_token=${token}`])(
  'parseMailLink refuses the fragment %j',
  (hash) => expect(parseMailLink(hash)).toBeNull(),
);

test('parseMailLink accepts recovery without a token, so that the form can say the link is invalid', () => {
  expect(parseMailLink('#type=recovery')).toEqual({ type: 'recovery', token: null });
});

test('isRecovery accepts type and from [000 §2]', () => {
  expect(isRecovery('?type=recovery')).toBe(true);
  expect(isRecovery('?from=recovery')).toBe(true);
  expect(isRecovery('?type=signup&from=mail')).toBe(false);
});

test('parseTab returns each tab by name, and sign-in for anything else', () => {
  for (const tab of authTabs) expect(parseTab(buildSearch(tab, ''))).toBe(tab);
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(authTabs).toContain(parseTab(`?tab=${text}`));
    }),
  );
  expect(parseTab('?tab=nonsense')).toBe('signin');
});

test('buildSearch keeps the return path and drops the banner', () => {
  const search = buildSearch('signup', '?type=signup&next=%2Ftrading%3Fside%3Dsell');
  expect(new URLSearchParams(search).get('next')).toBe('/trading?side=sell');
  expect(isVerified(search)).toBe(false);
});
