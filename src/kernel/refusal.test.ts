import { expect, expectTypeOf, test } from 'vitest';
import { catalogue, Refused } from './refusal.ts';

const below = { 'door.shut': { status: 403, title: 'Shut', text: 'The door is shut.' } } as const;
const own = {
  'room.full': { status: 409, text: 'All {count} chairs are taken.', field: 'chair', carries: 'next' },
} as const;
const { refuse, refusal, mayRefuse } = catalogue(own, below);

test('what goes without saying is said all the same', () => {
  const { refusal } = catalogue({ 'room.dark': { text: 'It is dark.' } } as const);
  const refused = refusal('room.dark', {});
  expect(refused.words.status).toBe(422);
  expect(refused.said).toEqual({ title: 'Error', text: 'It is dark.' });
});

test('a refusal carries what is needed to answer it', () => {
  const refused = refusal('room.full', { count: '12', next: 'r-2' });
  expect(refused).toMatchObject({ code: 'room.full', params: { count: '12', next: 'r-2' }, words: { status: 409 } });
  expect(refused.said).toEqual({ text: 'All 12 chairs are taken.', field: 'chair' });
  expect(() => refuse('door.shut', {})).toThrow(Refused);
});

test('a command says with what it may refuse, of its own room and of those below', async () => {
  const declared = mayRefuse('room.full', 'door.shut');
  expect(Object.entries(declared).map(([code, { status }]) => [code, status])).toEqual([
    ['room.full', 409],
    ['door.shut', 403],
  ]);
  const carried = { count: '12', next: 'r-2', said: { text: 'x' } };
  expect(declared['room.full'].data['~standard'].validate(carried)).toEqual({ value: carried });
});

test('which codes there are, and what each takes, the compiler knows', () => {
  expectTypeOf<Parameters<typeof mayRefuse>[number]>().toEqualTypeOf<'room.full' | 'door.shut'>();
  expectTypeOf(refuse<'room.full'>)
    .parameter(1)
    .toEqualTypeOf<Readonly<Record<'count' | 'next', string>>>();
  expectTypeOf(refuse<'door.shut'>)
    .parameter(1)
    .toEqualTypeOf<Readonly<Record<string, never>>>();
  expectTypeOf(mayRefuse('room.full')['room.full'].data['~standard'].validate).returns.toEqualTypeOf<{
    readonly value: Readonly<Record<'count' | 'next', string>>;
  }>();
});

test('a code that slipped through has no words, which is a fault', () => {
  const anyCode: (code: never, params: never) => unknown = refusal;
  expect(() => anyCode('room.empty' as never, {} as never)).toThrow('no words for room.empty');
});
