import { expect, test } from 'vitest';
import { differences, wordsOf } from './difference.ts';

test('only what changed is shown, each fact by its way in', () => {
  const before = { status: 'pending', payOut: 'none', bank: { number: '1', branch: 'Kingston' }, held: false };
  const after = { status: 'processing', payOut: 'none', bank: { number: '2', branch: 'Kingston' }, held: true };
  expect(differences(before, after)).toEqual([
    { name: 'status', before: 'pending', after: 'processing' },
    { name: 'bank / number', before: '1', after: '2' },
    { name: 'held', before: 'no', after: 'yes' },
  ]);
});

test('what was not there before, or is gone, says so', () => {
  expect(differences(null, { roles: ['admin', 'finance'] })).toEqual([
    { name: 'roles', before: null, after: 'admin, finance' },
  ]);
  expect(differences({ roles: ['admin'] }, { roles: [] })).toEqual([{ name: 'roles', before: 'admin', after: 'none' }]);
  expect(differences({ tag: '1' }, {})).toEqual([{ name: 'tag', before: '1', after: null }]);
  expect(differences(5, 6)).toEqual([{ name: 'value', before: '5', after: '6' }]);
  expect(differences(null, null)).toEqual([]);
});

test('lists of things are told one by one', () => {
  const judged = [{ act: 'accept', item: 'selfie' }, { act: 'want' }];
  expect(differences(undefined, { judged })).toEqual([
    { name: 'judged / 1 / act', before: null, after: 'accept' },
    { name: 'judged / 1 / item', before: null, after: 'selfie' },
    { name: 'judged / 2 / act', before: null, after: 'want' },
  ]);
});

test('codes read as words', () => {
  expect([wordsOf('approvePayout'), wordsOf('file_viewed'), wordsOf('kyc_submission')]).toEqual([
    'approve payout',
    'file viewed',
    'kyc submission',
  ]);
});
