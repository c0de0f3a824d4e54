import { expect, expectTypeOf, test } from 'vitest';
import { defineErrors, RefusalError } from './refusal.ts';

const lowerMessages = { 'seats.closed': { status: 403, title: 'Closed', text: 'Booking is closed.' } } as const;
const ownMessages = {
  'seats.full': { status: 409, text: 'All {count} seats are taken.', field: 'seat', carries: 'next' },
} as const;
const { refuse, refusal, refusalCodes } = defineErrors(ownMessages, lowerMessages);

test('status and title have defaults', () => {
  const { refusal } = defineErrors({ 'seats.unknown': { text: 'No such seat.' } } as const);
  const error = refusal('seats.unknown', {});
  expect(error.words.status).toBe(422);
  expect(error.userMessage).toEqual({ title: 'Error', text: 'No such seat.' });
});

test('a refusal carries status, parameters and message', () => {
  const error = refusal('seats.full', { count: '12', next: 'r-2' });
  expect(error).toMatchObject({ code: 'seats.full', params: { count: '12', next: 'r-2' }, words: { status: 409 } });
  expect(error.userMessage).toEqual({ text: 'All 12 seats are taken.', field: 'seat' });
  expect(() => refuse('seats.closed', {})).toThrow(RefusalError);
});

test('a command declares refusals of its own feature and of lower layers', async () => {
  const declared = refusalCodes('seats.full', 'seats.closed');
  expect(Object.entries(declared).map(([code, { status }]) => [code, status])).toEqual([
    ['seats.full', 409],
    ['seats.closed', 403],
  ]);
  const params = { count: '12', next: 'r-2', said: { text: 'x' } };
  expect(declared['seats.full'].data['~standard'].validate(params)).toEqual({ value: params });
});

test('the compiler knows the codes and the parameters of each', () => {
  expectTypeOf<Parameters<typeof refusalCodes>[number]>().toEqualTypeOf<'seats.full' | 'seats.closed'>();
  expectTypeOf(refuse<'seats.full'>)
    .parameter(1)
    .toEqualTypeOf<Readonly<Record<'count' | 'next', string>>>();
  expectTypeOf(refuse<'seats.closed'>)
    .parameter(1)
    .toEqualTypeOf<Readonly<Record<string, never>>>();
  expectTypeOf(refusalCodes('seats.full')['seats.full'].data['~standard'].validate).returns.toEqualTypeOf<{
    readonly value: Readonly<Record<'count' | 'next', string>>;
  }>();
});

test('an unknown code throws', () => {
  const anyCode: (code: never, params: never) => unknown = refusal;
  expect(() => anyCode('seats.missing' as never, {} as never)).toThrow('no message for seats.missing');
});
