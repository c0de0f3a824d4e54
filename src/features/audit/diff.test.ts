import { expect, test } from 'vitest';
import { diffFields, formatCode } from './diff.ts';

test('a diff lists changed fields with their full path', () => {
  const before = { status: 'pending', payOut: 'none', bank: { number: '1', branch: 'Kingston' }, held: false };
  const after = { status: 'processing', payOut: 'none', bank: { number: '2', branch: 'Kingston' }, held: true };
  expect(diffFields(before, after)).toEqual([
    { name: 'status', before: 'pending', after: 'processing' },
    { name: 'bank / number', before: '1', after: '2' },
    { name: 'held', before: 'no', after: 'yes' },
  ]);
});

test('added and removed values have null on the other side', () => {
  expect(diffFields(null, { roles: ['admin', 'finance'] })).toEqual([
    { name: 'roles', before: null, after: 'admin, finance' },
  ]);
  expect(diffFields({ roles: ['admin'] }, { roles: [] })).toEqual([{ name: 'roles', before: 'admin', after: 'none' }]);
  expect(diffFields({ tag: '1' }, {})).toEqual([{ name: 'tag', before: '1', after: null }]);
  expect(diffFields(5, 6)).toEqual([{ name: 'value', before: '5', after: '6' }]);
  expect(diffFields(null, null)).toEqual([]);
});

test('lists of objects are compared item by item', () => {
  const judged = [{ act: 'accept', item: 'selfie' }, { act: 'want' }];
  expect(diffFields(undefined, { judged })).toEqual([
    { name: 'judged / 1 / act', before: null, after: 'accept' },
    { name: 'judged / 1 / item', before: null, after: 'selfie' },
    { name: 'judged / 2 / act', before: null, after: 'want' },
  ]);
});

test('codes are formatted as words', () => {
  expect([formatCode('approvePayout'), formatCode('file_viewed'), formatCode('kyc_submission')]).toEqual([
    'approve payout',
    'file viewed',
    'kyc submission',
  ]);
});
