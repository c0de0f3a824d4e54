import { ORPCError } from '@orpc/client';
import { expect, test } from 'vitest';
import { issuesOf, refusalWords } from './refusal-words.ts';

test('a refusal is told in the words of the catalogue, with its title', () => {
  expect(refusalWords(new ORPCError('accounts.wrong_password', { status: 422, data: {} }))).toEqual({
    title: 'Sign In Error',
    text: 'Incorrect email or password',
    code: 'accounts.wrong_password',
  });
});

test('a refusal that belongs to a field names it', () => {
  expect(refusalWords(new ORPCError('accounts.too_young', { status: 422, data: {} })).field).toBe('dateOfBirth');
});

test('a fault carries its reference', () => {
  const words = refusalWords(new ORPCError('general.fault', { status: 500, data: { reference: 'R-123' } }));
  expect(words.text).toContain('R-123');
});

test('texts of libraries never reach a person', () => {
  expect(
    refusalWords(new ORPCError('INTERNAL', { status: 500, message: 'relation "x" does not exist' })).text,
  ).not.toMatch(/relation/);
  expect(refusalWords(new TypeError('Failed to fetch')).text).not.toMatch(/fetch/);
});

test('what the server found in the input is told by field', () => {
  const issues = [{ path: ['bank', 'name'], message: 'Too short' }, 'nonsense'];
  expect(issuesOf(new ORPCError('BAD_REQUEST', { status: 400, data: { issues } }))).toEqual([
    { path: 'bank.name', message: 'Too short' },
  ]);
  expect(issuesOf(new TypeError('x'))).toEqual([]);
});
