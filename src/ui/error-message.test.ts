import { ORPCError } from '@orpc/client';
import { expect, test, vi } from 'vitest';
import { defineErrors } from '../kernel/refusal.ts';
import { toOrpcError } from '../platform/http/procedure.ts';
import { errorMessage, getIssues } from './error-message.ts';
import { getReference } from './error-reference.ts';
import { isReauthRequested, settleReauth, subscribeToReauth, withReauth } from './reauth.ts';

const { refusal } = defineErrors({
  'a.wrong': { status: 422, title: 'Sign In Error', text: 'Incorrect email or password' },
  'a.young': { status: 422, field: 'dateOfBirth', text: 'You must be at least 18 years old' },
  'a.fault': { status: 500, title: 'Error', text: 'Tell us this reference: {reference}' },
});

test('a refusal shows its own text and title', () => {
  expect(errorMessage(toOrpcError(refusal('a.wrong', {})))).toEqual({
    title: 'Sign In Error',
    text: 'Incorrect email or password',
    code: 'a.wrong',
  });
});

test('a refusal that belongs to a field names it', () => {
  expect(errorMessage(toOrpcError(refusal('a.young', {}))).field).toBe('dateOfBirth');
});

test('a fault shows its reference', () => {
  const fault = toOrpcError(refusal('a.fault', { reference: 'R-123' }));
  expect(errorMessage(fault).text).toContain('R-123');
  expect(getReference(fault)).toBe('R-123');
  expect(getReference(new TypeError('x'))).toBeNull();
});

test('library error texts are never shown', () => {
  expect(
    errorMessage(new ORPCError('INTERNAL', { status: 500, message: 'relation "x" does not exist' })).text,
  ).not.toMatch(/relation/);
  expect(errorMessage(new TypeError('Failed to fetch')).text).not.toMatch(/fetch/);
});

test('server validation errors are listed by field', () => {
  const issues = [{ path: ['bank', 'name'], message: 'Too short' }, 'nonsense'];
  expect(getIssues(new ORPCError('BAD_REQUEST', { status: 400, data: { issues } }))).toEqual([
    { path: 'bank.name', message: 'Too short' },
  ]);
  expect(getIssues(new TypeError('x'))).toEqual([]);
});

test('a cancelled call shows no error; a refused one does', async () => {
  const { refusal: needed } = defineErrors({
    'accounts.confirm_needed': { status: 403, title: 'Confirm', text: 'Again' },
  });
  const refuse = () => Promise.reject(toOrpcError(needed('accounts.confirm_needed', {})));
  const failed = () => withReauth(refuse).catch((error: unknown) => errorMessage(error));
  // Without a listener the refusal is returned.
  expect(await failed()).toMatchObject({ code: 'accounts.confirm_needed' });
  expect(await failed()).not.toHaveProperty('isCancelled');
  const stop = subscribeToReauth(() => undefined);
  const [one, other] = [failed(), failed()];
  await vi.waitFor(() => expect(isReauthRequested()).toBe(true));
  settleReauth(false);
  expect([await one, await other]).toMatchObject([{ isCancelled: true }, { isCancelled: true }]);
  const proved = failed();
  await vi.waitFor(() => expect(isReauthRequested()).toBe(true));
  settleReauth(true);
  expect(await proved).not.toHaveProperty('isCancelled');
  stop();
});
