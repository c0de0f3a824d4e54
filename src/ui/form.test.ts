import { ORPCError } from '@orpc/client';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { useFields } from './fields.ts';
import { issuesIn } from './form.tsx';
import { useOnce } from './once.ts';

/** What a hook answers at its first drawing; what it remembers goes on standing in its answer. */
function drawn<T>(hook: () => T): T {
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
const orderForm = () => drawn(() => useFields<z.input<typeof Order>>(start, (values) => issuesIn(Order, values)));

test('each field says the first thing that is wrong with it, in the order of the rules', () => {
  expect(issuesIn(Order, start)).toEqual([
    { path: 'symbol', message: 'Choose' },
    { path: 'wallets.0.address', message: 'Which wallet?' },
  ]);
});

test('a field of a list is set by its name, and what lies beside it stays the same', () => {
  const form = orderForm();
  form.set('wallets.0.address', 'a');
  expect(form.values()).toEqual({ symbol: '', wallets: [{ address: 'a' }, { address: 'b' }] });
  expect(form.get('wallets')[1]).toBe(start.wallets[1]);
  expect(start.wallets[0]?.address).toBe('');
});

test('nothing is called wrong while it is typed for the first time; after a try each change is judged', () => {
  const form = orderForm();
  form.set('symbol', 'btc');
  expect(form.errorOf('symbol')).toBeUndefined();
  form.show(issuesIn(Order, form.values()));
  expect(form.errorOf('symbol')).toBe('Capitals only');
  form.set('symbol', 'BTC');
  expect(form.errorOf('symbol')).toBeUndefined();
  form.set('symbol', '');
  expect(form.errorOf('symbol')).toBe('Choose');
});

test('a step shows what is wrong with its own fields and leaves the others in peace', () => {
  const form = orderForm();
  form.show(issuesIn(Order, form.values()), ['symbol']);
  expect([form.errorOf('symbol'), form.errorOf('wallets.0.address')]).toEqual(['Choose', undefined]);
});

test('a line that leaves a list takes its words with it', () => {
  const form = orderForm();
  form.show(issuesIn(Order, form.values()));
  form.set('wallets', [{ address: 'b' }]);
  expect(form.errorOf('wallets.0.address')).toBeUndefined();
});

test('what the server found stands until its field changes', () => {
  const form = orderForm();
  form.show([]);
  form.tell('symbol', 'We do not sell it');
  expect(form.errorOf('symbol')).toBe('We do not sell it');
  form.set('symbol', 'ETH');
  expect(form.errorOf('symbol')).toBeUndefined();
});

test('a form that begins anew has neither values nor words of before', () => {
  const form = orderForm();
  form.set('symbol', 'BTC');
  form.tell('symbol', 'We do not sell it');
  form.reset();
  expect([form.values(), form.errorOf('symbol')]).toEqual([start, undefined]);
});

test('the same values without an answer send the same request again; other values or an answer begin another', () => {
  const once = drawn(() => useOnce((values: { amount: string }, key) => ({ ...values, key })));
  const first = once.sentFor({ amount: '1' });
  expect(once.sentFor({ amount: '1' })).toBe(first);
  const other = once.sentFor({ amount: '2' });
  expect(other?.key).not.toBe(first?.key);
  once.answered();
  expect(once.sentFor({ amount: '2' })?.key).not.toBe(other?.key);
});

test('a lost request is sent three times in all, one that the server answered never again', () => {
  const { again } = drawn(() => useOnce(() => ({})));
  expect([0, 1, 2].map((failures) => again?.retry(failures, new TypeError('Failed to fetch')))).toEqual([
    true,
    true,
    false,
  ]);
  expect(again?.retry(0, new ORPCError('INTERNAL_SERVER_ERROR', { status: 500 }))).toBe(false);
});
