import { ORPCError } from '@orpc/client';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineErrors } from '../kernel/refusal.ts';
import { toOrpcError } from '../platform/http/procedure.ts';
import { errorMessage, getIssues } from './error-message.ts';
import { getReference } from './error-reference.ts';
import { getFieldIssues } from './form.tsx';
import { useFields } from './form-fields.ts';
import { isReauthRequested, settleReauth, subscribeToReauth, withReauth } from './reauth.ts';
import { useIdempotentBody } from './use-idempotent.ts';

function renderHook<T>(hook: () => T): T {
  const answers: T[] = [];
  const View = () => {
    answers.push(hook());
    return null;
  };
  renderToStaticMarkup(createElement(View));
  const [answer] = answers;
  if (answer === undefined) throw new Error('The view was not drawn.');
  return answer;
}

const Order = z.object({
  symbol: z
    .string()
    .min(1, 'Choose')
    .regex(/^[A-Z]+$/, 'Capitals only'),
  wallets: z.array(z.object({ address: z.string().min(1, 'Which wallet?') })),
});
const start = { symbol: '', wallets: [{ address: '' }, { address: 'b' }] };
const orderForm = () =>
  renderHook(() => useFields<z.input<typeof Order>>(start, (values) => getFieldIssues(Order, values)));

test('each field shows its first error, in the order of the rules', () => {
  expect(getFieldIssues(Order, start)).toEqual([
    { path: 'symbol', message: 'Choose' },
    { path: 'wallets.0.address', message: 'Which wallet?' },
  ]);
});

test('setting a list field by name leaves its neighbours unchanged', () => {
  const form = orderForm();
  form.set('wallets.0.address', 'a');
  expect(form.values()).toEqual({ symbol: '', wallets: [{ address: 'a' }, { address: 'b' }] });
  expect(form.get('wallets')[1]).toBe(start.wallets[1]);
  expect(start.wallets[0]?.address).toBe('');
});

test('errors appear after the first submit, then with each change', () => {
  const form = orderForm();
  form.set('symbol', 'btc');
  expect(form.getError('symbol')).toBeUndefined();
  form.show(getFieldIssues(Order, form.values()));
  expect(form.getError('symbol')).toBe('Capitals only');
  form.set('symbol', 'BTC');
  expect(form.getError('symbol')).toBeUndefined();
  form.set('symbol', '');
  expect(form.getError('symbol')).toBe('Choose');
});

test('a step shows the errors of its own fields only', () => {
  const form = orderForm();
  form.show(getFieldIssues(Order, form.values()), ['symbol']);
  expect([form.getError('symbol'), form.getError('wallets.0.address')]).toEqual(['Choose', undefined]);
});

test('removing a list row removes its errors', () => {
  const form = orderForm();
  form.show(getFieldIssues(Order, form.values()));
  form.set('wallets', [{ address: 'b' }]);
  expect(form.getError('wallets.0.address')).toBeUndefined();
});

const Key = z
  .object({ read: z.boolean(), trade: z.boolean(), days: z.string() })
  .refine(({ read, trade }) => read || trade, { path: ['scopes'], message: 'Choose at least one' })
  .refine(({ trade, days }) => !trade || Number(days) <= 90, { path: ['days'], message: '90 days at most' });

test('an error of a group clears when one box is ticked, and an error of two fields when either changes', () => {
  const nothing: z.input<typeof Key> = { read: false, trade: false, days: '365' };
  const form = renderHook(() => useFields<z.input<typeof Key>>(nothing, (values) => getFieldIssues(Key, values)));
  form.show(getFieldIssues(Key, form.values()));
  expect(form.getError('scopes')).toBe('Choose at least one');
  form.set('trade', true);
  expect(form.getError('scopes')).toBeUndefined();
  form.show(getFieldIssues(Key, form.values()));
  expect(form.getError('days')).toBe('90 days at most');
  form.setServerError('trade', 'Not open to you');
  form.set('read', true);
  expect(form.getError('trade')).toBe('Not open to you');
  form.set('trade', false);
  expect([form.getError('trade'), form.getError('days')]).toEqual([undefined, undefined]);
});

test('an error that a step showed clears once it is fixed', () => {
  const form = orderForm();
  form.show(getFieldIssues(Order, form.values()), ['symbol']);
  form.set('symbol', 'BTC');
  expect(form.getError('symbol')).toBeUndefined();
});

test('a server error stays until its field changes', () => {
  const form = orderForm();
  form.show([]);
  form.setServerError('symbol', 'We do not sell it');
  expect(form.getError('symbol')).toBe('We do not sell it');
  form.set('symbol', 'ETH');
  expect(form.getError('symbol')).toBeUndefined();
});

test('a reset form has neither old values nor old errors', () => {
  const form = orderForm();
  form.set('symbol', 'BTC');
  form.setServerError('symbol', 'We do not sell it');
  form.reset();
  expect([form.values(), form.getError('symbol')]).toEqual([start, undefined]);
});

test('the same values without an answer reuse the request key; other values or an answer create a new one', () => {
  const once = renderHook(() => useIdempotentBody((values: { amount: string }, key) => ({ ...values, key })));
  const first = once.getRequest({ amount: '1' });
  expect(once.getRequest({ amount: '1' })).toBe(first);
  const other = once.getRequest({ amount: '2' });
  expect(other?.key).not.toBe(first?.key);
  once.settle();
  expect(once.getRequest({ amount: '2' })?.key).not.toBe(other?.key);
});

test('a lost request is sent three times in all, an answered one never again', () => {
  const { retryOptions } = renderHook(() => useIdempotentBody(() => ({})));
  expect([0, 1, 2].map((failures) => retryOptions?.retry(failures, new TypeError('Failed to fetch')))).toEqual([
    true,
    true,
    false,
  ]);
  expect(retryOptions?.retry(0, new ORPCError('INTERNAL_SERVER_ERROR', { status: 500 }))).toBe(false);
});

describe('messages of errors', () => {
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
});
