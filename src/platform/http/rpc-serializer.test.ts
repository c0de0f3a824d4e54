import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { OrpcSerializer, serializedTypes } from './orpc-internals.ts';
import { RpcSerializer } from './rpc-serializer.ts';

const library = new OrpcSerializer();
const serializer = new RpcSerializer();

const value = fc.oneof(
  ...[fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constantFrom(null, undefined), fc.bigInt(), fc.date()],
);
const { answer } = fc.letrec((jsonValue) => ({
  answer: fc.oneof(
    { maxDepth: 4 },
    value,
    fc.array(jsonValue('answer')),
    fc.dictionary(fc.string(), jsonValue('answer')),
    fc.constantFrom<unknown>(new Map([[1, 2n]]), new Set([1n]), new URL('https://example.com'), /a/g),
  ),
}));

test('an answer is serialized exactly like the library does', () => {
  fc.assert(
    fc.property(answer, (answers) => {
      expect(serializer.serialize(answers)).toEqual(library.serialize(answers));
    }),
    { numRuns: 2_000 },
  );
});

test('an answer arrives as it was sent', () => {
  const sent = { orders: [{ id: 'a', coins: { base: 12n }, placedAt: new Date(0), tag: null }], more: false };
  const [json, typeNotes] = serializer.serialize(sent);
  expect(library.deserialize(JSON.parse(JSON.stringify(json)), typeNotes)).toEqual(sent);
});

test('a date in an input arrives as a date', () => {
  const sent = { valueDate: new Date(0), note: 'x' };
  const [json, typeNotes] = library.serialize(sent);
  expect(serializer.deserialize(json, typeNotes)).toEqual(sent);
});

test.each(Object.entries(serializedTypes).filter(([name]) => name !== 'DATE'))(
  'an input never becomes %s',
  (_, kind) => {
    expect(() => serializer.deserialize({ a: 'https://x.test' }, [[kind, 'a']])).toThrow(
      /not a type that commands accept/,
    );
  },
);

test('a rejected value is never built, at any depth', () => {
  const created = vi.spyOn(globalThis, 'URL');
  const moment = [serializedTypes.DATE, 'at'] as [number, string];
  expect(() =>
    serializer.deserialize({ at: null, u: 'https://x.test' }, [[serializedTypes.URL, 'u'], moment]),
  ).toThrow();
  expect(() =>
    serializer.deserialize({ at: null, u: 'https://x.test' }, [moment, [serializedTypes.URL, 'u']]),
  ).toThrow();
  expect(created).not.toHaveBeenCalled();
  created.mockRestore();
});
