import { expect, test } from 'vitest';
import { mergeDraft } from './autosave.ts';

const start = {
  id: 'one',
  details: { fullName: 'Known Name', phone: '', agreed: false },
  document: { number: '', file: null },
  selfie: null,
  wallets: { list: [{ address: 'known' }] },
};

test('restoring a draft fills the form and keeps its own files and submission id', () => {
  const typed = {
    id: 'another',
    details: { fullName: 'Typed Name', phone: '876', agreed: true },
    document: { number: 'A1', file: 'b7' },
    selfie: { file: 'c8' },
    wallets: { list: [{ address: 'typed' }, { address: '' }] },
  };
  expect(mergeDraft(start, typed)).toEqual({
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
])('a draft of another shape changes nothing: %j', (typed) => expect(mergeDraft(start, typed)).toEqual(start));
