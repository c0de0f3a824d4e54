import { StandardRPCJsonSerializer } from '@orpc/client/standard';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WireForm } from './wire-form.ts';

const library = new StandardRPCJsonSerializer();
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
