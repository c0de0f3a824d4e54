import { expect, test } from 'vitest';
import { takes } from './params.ts';

const { validate } = takes({ symbol: 'text', days: 'number' })['~standard'];

test('what a sentence takes is let through, and nothing beside it', () => {
  expect(validate({ symbol: 'BTC', days: 3, secret: 'x' })).toEqual({ value: { symbol: 'BTC', days: 3 } });
  expect(takes({})['~standard'].validate(undefined)).toEqual({ value: {} });
});

test('what is missing or of another kind is named', () => {
  expect(validate({ days: '3' })).toEqual({
    issues: [{ message: 'symbol is missing' }, { message: 'days is missing' }],
  });
  for (const nothing of [null, undefined, 'x', 1]) expect(validate(nothing)).toHaveProperty('issues');
});
