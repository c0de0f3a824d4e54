import { call } from '@orpc/server';
import { expect, test } from 'vitest';
import type { Context } from '../../platform/procedure.ts';
import { demoPeople } from './demo-people.ts';

/** Only the mode matters to this question, and whose turn it is. */
const inMode = (mode: 'demo' | 'production') =>
  call(demoPeople, undefined, { context: { services: { config: { mode } }, request: { ip: '192.0.2.1' } } as Context });

test('the demo prints its people with the one password of all', async () => {
  const people = await inMode('demo');
  expect(people.map(({ email }) => email)).toContain('tier1@demo.test');
  for (const { password } of people) expect(password).toBe('Demo-Pass-2026!');
});

test('in production there are no demo people', async () => expect(await inMode('production')).toEqual([]));
