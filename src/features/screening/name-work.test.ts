import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { demoList } from '../../../fakes/screening/demo-list.ts';
import { cpuTime } from '../../../test/cpu-time.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { Name } from '../accounts/schema.ts';
import { screenNames } from './screen-names.ts';

const server = await serverUnderTest();
const { call, owner, services } = server;
const given =
  'Muhammad Abdul Ali Hassan Hussein Ibrahim Saleh Mahmoud Ahmad Khalid Razak Shaker Nasser Fahd Jamal'.split(' ');
const evil = {
  first: 'moh abd ali has hus ibr sal mah ahm kha raz sha',
  last: 'nas fah jam kar rah yus oma sai tah nur zar',
};

/** The work of `act` in time of this thread, and its longest stretch between two turns of the event loop. */
async function longestStretch(act: () => Promise<unknown>) {
  let [longest, done] = [0, false];
  const from = cpuTime();
  const watched = (async () => {
    while (!done) {
      const before = cpuTime();
      await turn();
      longest = Math.max(longest, cpuTime() - before);
    }
  })();
  await act();
  done = true;
  await watched;
  return { longest, whole: cpuTime() - from };
}

test('whoever signs up under a name of many short words holds up nobody', { timeout: 120_000 }, async () => {
  const compliance = await sessionFor(server, 'compliance');
  const rows = Array.from({ length: 1_800 }, (_, n) => {
    const pick = (k: number) => given[(n * 7 + k * 13 + Math.floor(n / 15) * k) % given.length];
    return `P-${n},${pick(1)} ${pick(2)} al-${pick(3)} ${pick(4)}${n},person,sanctioned,,1970,IQ,LOCAL,`;
  });
  const csv = [demoList.split('\n')[0], ...rows].join('\n');
  const own = { csv, fileName: 'own.csv', publishedOn: '2026-11-20', tryOnly: false };
  expect((await call('screening/importLocal', own, compliance)).status).toBe(200);
  const { id } = await newCustomer(server);
  // A name of before there was a bound.
  await owner.query('update profiles set first_name = $2, last_name = $3 where id = $1', [id, evil.first, evil.last]);
  const { longest, whole } = await longestStretch(() => screenNames(services, { userId: id }));
  expect(longest / whole).toBeLessThan(0.2);
  // What no machine compares whole is for a person.
  const { rows: hits } = await owner.query('select source from name_hits where user_id = $1', [id]);
  expect(hits).toContainEqual({ source: 'by hand' });
});

test('nobody signs up under such a name any more, nor under one without a letter', () => {
  for (const name of [evil.first, "''", '- -']) expect(Name.safeParse(name).success).toBe(false);
  for (const name of ['Maria de los Ángeles', "O'Brien-Smith", 'Ng']) expect(Name.safeParse(name).success).toBe(true);
});
