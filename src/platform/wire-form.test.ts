import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { kinds, LibraryForm } from './unofficial.ts';
import { WireForm } from './wire-form.ts';

const library = new LibraryForm();
const ours = new WireForm();

const value = fc.oneof(
  ...[fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constantFrom(null, undefined), fc.bigInt(), fc.date()],
);
const { answer } = fc.letrec((tie) => ({
  answer: fc.oneof(
    { maxDepth: 4 },
    value,
    fc.array(tie('answer')),
    fc.dictionary(fc.string(), tie('answer')),
    fc.constantFrom<unknown>(new Map([[1, 2n]]), new Set([1n]), new URL('https://example.com'), /a/g),
  ),
}));

test('an answer goes over the line exactly as the library would write it', () => {
  fc.assert(
    fc.property(answer, (whole) => {
      expect(ours.serialize(whole)).toEqual(library.serialize(whole));
    }),
    { numRuns: 2_000 },
  );
});

test('an answer arrives as it was sent', () => {
  const sent = { orders: [{ id: 'a', coins: { base: 12n }, placedAt: new Date(0), tag: null }], more: false };
  const [json, notes] = ours.serialize(sent);
  expect(library.deserialize(JSON.parse(JSON.stringify(json)), notes)).toEqual(sent);
});

test('a moment that somebody sends arrives as one', () => {
  const sent = { valueDate: new Date(0), note: 'x' };
  const [json, notes] = library.serialize(sent);
  expect(ours.deserialize(json, notes)).toEqual(sent);
});

test.each(Object.entries(kinds).filter(([name]) => name !== 'DATE'))(
  '%s is made of nothing that is sent',
  (_, kind) => {
    expect(() => ours.deserialize({ a: 'https://x.test' }, [[kind, 'a']])).toThrow(/not of a kind that commands take/);
  },
);

test('what is refused is not begun, wherever it stands', () => {
  const made = vi.spyOn(globalThis, 'URL');
  const moment = [kinds.DATE, 'at'] as [number, string];
  expect(() => ours.deserialize({ at: null, u: 'https://x.test' }, [[kinds.URL, 'u'], moment])).toThrow();
  expect(() => ours.deserialize({ at: null, u: 'https://x.test' }, [moment, [kinds.URL, 'u']])).toThrow();
  expect(made).not.toHaveBeenCalled();
  made.mockRestore();
});
