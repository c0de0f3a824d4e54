import { call } from '@orpc/server';
import { expect, test } from 'vitest';
import type { Context } from '../../platform/http/procedure.ts';
import { demoPeople } from './auth-page.ts';

const inMode = (mode: 'demo' | 'production') =>
  call(demoPeople, undefined, { context: { services: { config: { mode } }, request: { ip: '192.0.2.1' } } as Context });

test('the demo lists its customers with their shared password', async () => {
  const people = await inMode('demo');
  expect(people.map(({ email }) => email)).toContain('tier1@demo.test');
  for (const { password } of people) expect(password).toBe('Demo-Pass-2026!');
});

test('production has no demo customers', async () => expect(await inMode('production')).toEqual([]));
