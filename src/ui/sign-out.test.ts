import { expect, test } from 'vitest';
import { endsSession, isAuthLeftover } from './sign-out.ts';

test.each(['sb-abc-token', 'supabase.auth.token', 'my-auth-state'])('%s is cleared when signing out', (key) =>
  expect(isAuthLeftover(key)).toBe(true),
);

test.each(['theme', 'toast-next', 'return-to', 'usb-drive'])('%s is kept', (key) =>
  expect(isAuthLeftover(key)).toBe(false),
);

test('an error that mentions the session or says not found counts as signed out', () => {
  expect(endsSession(false, '{"code":"session_not_found"}')).toBe(true);
  expect(endsSession(false, 'Session missing')).toBe(true);
  expect(endsSession(false, 'User not found')).toBe(true);
});

test('any other error leaves the person signed in', () => {
  expect(endsSession(false, 'the database is away')).toBe(false);
  expect(endsSession(false, '')).toBe(false);
  expect(endsSession(true, '')).toBe(true);
});
