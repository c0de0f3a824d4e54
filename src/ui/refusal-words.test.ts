import { ORPCError } from '@orpc/client';
import { expect, test } from 'vitest';
import { catalogue } from '../kernel/refusal.ts';
import { answerOf } from '../platform/procedure.ts';
import { referenceOf } from './fault.ts';
import { issuesOf, refusalWords } from './refusal-words.ts';

const { refusal } = catalogue({
  'a.wrong': { status: 422, title: 'Sign In Error', text: 'Incorrect email or password' },
  'a.young': { status: 422, field: 'dateOfBirth', text: 'You must be at least 18 years old' },
  'a.fault': { status: 500, title: 'Error', text: 'Tell us this reference: {reference}' },
});

test('a refusal is told in the words that came with it, with their title', () => {
  expect(refusalWords(answerOf(refusal('a.wrong', {})))).toEqual({
    title: 'Sign In Error',
    text: 'Incorrect email or password',
    code: 'a.wrong',
  });
});

test('a refusal that belongs to a field names it', () => {
  expect(refusalWords(answerOf(refusal('a.young', {}))).field).toBe('dateOfBirth');
});

test('a fault carries its reference', () => {
  const fault = answerOf(refusal('a.fault', { reference: 'R-123' }));
  expect(refusalWords(fault).text).toContain('R-123');
  expect(referenceOf(fault)).toBe('R-123');
  expect(referenceOf(new TypeError('x'))).toBeNull();
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
