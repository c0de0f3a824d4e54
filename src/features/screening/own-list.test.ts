import { expect, test } from 'vitest';
import { demoList } from '../../../fakes/screening/demo-list.ts';
import { bitcoinAddress, buy } from '../../../test/orders.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import type { Rejection } from '../approvals/proposal.ts';
import type { ImportedView, ListsView } from './views.ts';

/** One is enough to stop; what our own list stops, two let go. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { another } = suspicionsOn(server);
const compliance = await sessionFor(server, 'compliance');
const crook = await another('compliance');

const head = demoList.split('\n')[0] ?? '';
const stopped = `X-1,Stopped Wallet,other,sanctioned,,,,LOCAL,XBT:${bitcoinAddress}`;
type Answering = { proposalId?: string | null; why?: string };
const bring = (lines: string[], cookie: string, { proposalId = null, why = '' }: Answering = {}) => {
  const file = { csv: `${[head, ...lines].join('\n')}\n`, fileName: 'own.csv', publishedOn: '2026-11-21' };
  return call<ImportedView & { code?: string }>('screening/importLocal', { ...file, proposalId, why }, cookie);
};
const waiting = async () => (await call<ListsView>('screening/lists', undefined, compliance)).body.waiting;
const buys = async () => (await buy(server, (await newCustomer(server)).cookie, { amount: '3000' })).body;
const standing = async () =>
  (
    await owner.query(
      `select party_ref ref from sanctions_parties where source = 'local' and until_list is null order by 1`,
    )
  ).rows.map(({ ref }) => ref);

test('one officer adds to our own list, and takes nothing off it', async () => {
  expect((await bring([stopped], compliance)).body).toMatchObject({ listId: expect.any(String), takesOff: false });
  const more = 'X-2,Other Wallet,other,sanctioned,,,,LOCAL,';
  expect((await bring([stopped, more], crook.cookie)).body).toMatchObject({ listId: expect.any(String) });
  const other = stopped.replace(bitcoinAddress, '1BoatSLRHtKNngkdXEeobR76b53LETtpyT');
  for (const lines of [[], [more], [other, more]]) {
    expect((await bring(lines, crook.cookie)).body).toMatchObject({ listId: null, takesOff: true });
    expect(await standing()).toEqual(['X-1', 'X-2']);
  }
  const held = await buys();
  expect(held).toMatchObject({ code: expect.any(String) });
  const id = (await waiting())?.proposalId ?? null;
  expect((await bring([other, more], crook.cookie, { proposalId: id })).body.code).toBe(
    'approvals.second_person_needed',
  );
});

test('a second person agrees with the same file, and with no other', async () => {
  await bring(['X-2,Other Wallet,other,sanctioned,,,,LOCAL,'], crook.cookie);
  const asked = await waiting();
  expect(asked).toMatchObject({ proposedBy: 'Second compliance', mine: false, diff: { parties: { removed: 1 } } });
  const id = asked?.proposalId ?? null;
  expect((await bring([], compliance, { proposalId: id })).body.code).toBe('approvals.changed_since');
  expect(await standing()).toEqual(['X-1', 'X-2']);
  const done = await bring(['X-2,Other Wallet,other,sanctioned,,,,LOCAL,'], compliance, { proposalId: id });
  expect(done.body).toMatchObject({ listId: expect.any(String) });
  expect(await standing()).toEqual(['X-2']);
  expect(await waiting()).toBeNull();
});

test('another file takes the place of what waits only with a word of why that is rejected', async () => {
  const kept = 'X-2,Other Wallet,other,sanctioned,,,,LOCAL,';
  expect((await bring([kept, stopped], crook.cookie)).body).toMatchObject({ listId: expect.any(String) });
  await bring([kept], crook.cookie);
  const asked = await waiting();
  expect((await bring([stopped], compliance)).body.code).toBe('approvals.reason_missing');
  expect((await waiting())?.proposalId).toBe(asked?.proposalId);
  // Whoever asked lays another file before without a word: it is their own that is withdrawn.
  expect((await bring([], crook.cookie)).body).toMatchObject({ listId: null, takesOff: true });
  expect((await bring([stopped], compliance, { why: 'The wallet stays listed' })).body).toMatchObject({ listId: null });
  const { body } = await call<Rejection[]>(
    'approvals/rejected',
    { kinds: ['list'], subjects: ['local'] },
    crook.cookie,
  );
  expect(body).toMatchObject([{ proposer: 'Second compliance', reason: 'The wallet stays listed' }]);
  const log = await owner.query(
    `select after -> 'reason' reason from audit_log where action = 'screening.list_proposed' order by id desc limit 1`,
  );
  expect(log.rows).toEqual([{ reason: 'The wallet stays listed' }]);
});
