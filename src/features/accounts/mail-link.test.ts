import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resetLetter, verificationLetter } from './letters.ts';
import { asksForRecovery, authTabs, readMailLink, saysVerified, searchFor, tabOf } from './mail-link.ts';

const token = 'eyJh.bGci-Oi_J';

test('the link of the verification mail is read back, and its token stands nowhere but behind the #', () => {
  const url = new URL(verificationLetter('https://ours.example', 'a@b.example', token).links[0] ?? '');
  expect(readMailLink(url.hash)).toEqual({ type: 'signup', token });
  expect(saysVerified(url.search)).toBe(true);
  expect(url.pathname + url.search).not.toContain(token);
});

test('the link of the reset mail is read back and opens recovery', () => {
  const url = new URL(resetLetter('https://ours.example', 'a@b.example', token).links[0] ?? '');
  expect(readMailLink(url.hash)).toEqual({ type: 'recovery', token });
  expect(asksForRecovery(url.search)).toBe(true);
  expect(url.pathname + url.search).not.toContain(token);
});

test.each(['', '#', '#main', '#type=signup', '#access_token=&type=signup', `#access_token=${token}`])(
  'the fragment %j is no link of ours',
  (hash) => expect(readMailLink(hash)).toBeNull(),
);

test('recovery opens without a token too, to say that the link is invalid', () => {
  expect(readMailLink('#type=recovery')).toEqual({ type: 'recovery', token: null });
});

test('recovery is asked for by type or by from [000 §2]', () => {
  expect(asksForRecovery('?type=recovery')).toBe(true);
  expect(asksForRecovery('?from=recovery')).toBe(true);
  expect(asksForRecovery('?type=signup&from=mail')).toBe(false);
});

test('each tab is opened by its name, and anything else opens sign-in', () => {
  for (const tab of authTabs) expect(tabOf(searchFor(tab, ''))).toBe(tab);
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(authTabs).toContain(tabOf(`?tab=${text}`));
    }),
  );
  expect(tabOf('?tab=nonsense')).toBe('signin');
});

test('changing the tab keeps where to go afterwards, and ends the banner', () => {
  const search = searchFor('signup', '?type=signup&next=%2Ftrading%3Fside%3Dsell');
  expect(new URLSearchParams(search).get('next')).toBe('/trading?side=sell');
  expect(saysVerified(search)).toBe(false);
});
