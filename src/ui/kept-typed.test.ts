import { expect, test } from 'vitest';
import { withTyped } from './kept-typed.ts';

const start = {
  id: 'one',
  details: { fullName: 'Known Name', phone: '', agreed: false },
  document: { number: '', file: null },
  selfie: null,
  wallets: { list: [{ address: 'known' }] },
};

test('what was typed stands in the form again; files and the id of the submission are its own', () => {
  const typed = {
    id: 'another',
    details: { fullName: 'Typed Name', phone: '876', agreed: true },
    document: { number: 'A1', file: 'b7' },
    selfie: { file: 'c8' },
    wallets: { list: [{ address: 'typed' }, { address: '' }] },
  };
  expect(withTyped(start, typed)).toEqual({
    id: 'one',
    details: { fullName: 'Typed Name', phone: '876', agreed: true },
    document: { number: 'A1', file: null },
    selfie: null,
    wallets: { list: [{ address: 'typed' }, { address: '' }] },
  });
});

test.each([
  null,
  'text',
  [],
  { details: null },
  { details: { fullName: 5, phone: null, agreed: 'yes' }, wallets: { list: [{ file: 'x' }] } },
  { wallets: { list: 'many' }, document: [] },
])('what is no such form changes nothing: %j', (typed) => expect(withTyped(start, typed)).toEqual(start));
