import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { wayOf } from './hand-on.ts';
import { choiceKinds, type Kind, kinds, mustBeTold } from './kinds.ts';
import { readStop, stopToken } from './stop-link.ts';
import { afterQuiet, isHopeless, pauseAfter } from './times.ts';

const usual = { mail: true, digest: false, quiet: true, consent: false };
const noon = new Date('2026-11-25T17:00:00Z');
const night = new Date('2026-11-26T03:00:00Z');
const morning = new Date('2026-11-26T13:00:00Z');

test.each([
  ['2026-11-26T01:59:59Z', '2026-11-26T01:59:59Z'],
  ['2026-11-26T02:00:00Z', '2026-11-26T13:00:00Z'],
  ['2026-11-26T04:59:00Z', '2026-11-26T13:00:00Z'],
  ['2026-11-26T05:00:00Z', '2026-11-26T13:00:00Z'],
  ['2026-11-26T12:59:59Z', '2026-11-26T13:00:00Z'],
  ['2026-11-26T13:00:00Z', '2026-11-26T13:00:00Z'],
])('what is told at %s goes out at %s', (at, out) => expect(afterQuiet(new Date(at))).toEqual(new Date(out)));

test('security and money go out at once, whatever somebody wishes', () => {
  for (const kind of Object.keys(kinds) as Kind[])
    if (mustBeTold(kind))
      expect(wayOf(kind, { mail: false, digest: true, quiet: true, consent: false }, night)).toEqual({
        way: 'mail',
        goesAt: night,
      });
  expect((Object.keys(kinds) as Kind[]).filter(mustBeTold)).toEqual(['security', 'order', 'payment']);
});

test('a service waits by night, goes with the others of its day, or not at all', () => {
  expect(wayOf('plan', usual, noon)).toEqual({ way: 'mail', goesAt: noon });
  expect(wayOf('plan', usual, night)).toEqual({ way: 'mail', goesAt: morning });
  expect(wayOf('plan', { ...usual, quiet: false }, night)).toEqual({ way: 'mail', goesAt: night });
  expect(wayOf('plan', { ...usual, digest: true }, noon)).toEqual({ way: 'digest' });
  expect(wayOf('plan', { ...usual, mail: false, digest: true }, noon)).toEqual({ way: 'none' });
});

test('marketing needs consent, and that its mails are not turned off', () => {
  expect(wayOf('news', usual, noon)).toEqual({ way: 'none' });
  expect(wayOf('news', { ...usual, consent: true }, noon)).toMatchObject({ way: 'mail' });
  expect(wayOf('news', { ...usual, consent: true, mail: false }, noon)).toEqual({ way: 'none' });
});

test('pauses grow to an hour, and after two days nobody tries any more', () => {
  expect([1, 2, 3, 11, 12, 60].map(pauseAfter)).toEqual([2_000, 4_000, 8_000, 2_048_000, 3_600_000, 3_600_000]);
  const since = new Date('2026-11-23T16:59:00Z');
  expect(isHopeless({ tries: 50, since, now: noon })).toBe(true);
  expect(isHopeless({ tries: 50, since: new Date('2026-11-23T17:01:00Z'), now: noon })).toBe(false);
  // What was held back for a time was not tried for as long.
  expect(isHopeless({ tries: 2, since, now: noon })).toBe(false);
});

const secrets = { authSecret: 'a secret of this test', formerSecrets: ['the one before'] };
const person = randomUUID();

test('the word of a link stops its own kind for its own reader, and nothing else', () => {
  for (const kind of choiceKinds) {
    const token = stopToken(secrets, { person, kind });
    expect(readStop(secrets, token)).toEqual({ person, kind });
    expect(readStop(secrets, token.replace(person, randomUUID()))).toBeNull();
    expect(readStop(secrets, token.replace(`.${kind}.`, kind === 'plan' ? '.news.' : '.plan.'))).toBeNull();
    expect(readStop(secrets, token.slice(0, -2))).toBeNull();
    expect(readStop({ authSecret: 'another', formerSecrets: [] }, token)).toBeNull();
  }
  const former = stopToken({ authSecret: 'the one before', formerSecrets: [] }, { person, kind: 'news' });
  expect(readStop(secrets, former)).toEqual({ person, kind: 'news' });
});

test.each(['', '.', '..', `${person}.order.x`, `${person}.toString.x`, 'x.plan.y'])('%j is no such word', (token) =>
  expect(readStop(secrets, token)).toBeNull(),
);
