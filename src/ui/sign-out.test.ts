import { expect, test } from 'vitest';
import { isAuthKey, isSessionEnded } from './sign-out.ts';

test.each(['sb-abc-token', 'supabase.auth.token', 'my-auth-state'])('%s is cleared when signing out', (key) =>
  expect(isAuthKey(key)).toBe(true),
);

test.each(['theme', 'toast-next', 'return-to', 'usb-drive'])('%s is kept', (key) => expect(isAuthKey(key)).toBe(false));

test('an error that mentions the session or says not found counts as signed out', () => {
  expect(isSessionEnded(false, '{"code":"session_not_found"}')).toBe(true);
  expect(isSessionEnded(false, 'Session missing')).toBe(true);
  expect(isSessionEnded(false, 'User not found')).toBe(true);
});

test('any other error leaves the user signed in', () => {
  expect(isSessionEnded(false, 'the database is away')).toBe(false);
  expect(isSessionEnded(false, '')).toBe(false);
  expect(isSessionEnded(true, '')).toBe(true);
});
