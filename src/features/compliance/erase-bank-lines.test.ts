import { afterEach, expect, test } from 'vitest';
import { bankDesk } from '../../../test/bank-lines.ts';
import { backToToday, longGone } from '../../../test/long-gone.ts';
import { claimedPlan } from '../../../test/payments.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { openMoney } from '../../../test/unassigned.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { eraseRecords } from './erase.ts';

/** What our banks showed of somebody goes with them: the line stays for the books, and says no more whose it was. */
const server = await serverUnderTest();
const { owner, services } = server;
const { done, finance, refused } = await openMoney(server);
const { confirming, lineNamed, upload } = bankDesk(server, { done, finance });
afterEach(() => backToToday(server));

/** Somebody whose plan was paid by a line of a statement: they, and the line. */
async function paidByLine(reference: string) {
  const ina = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimedPlan(server, ina.cookie);
  const { rows } = await owner.query<{ reference: string }>('select reference from payments where id = $1', [
    paymentId,
  ]);
  const ours = rows[0]?.reference ?? '';
  await upload([{ reference, details: `pay ${ours}`, credit: '6000.00' }]);
  const line = await lineNamed(ours);
  await done('bankLines/confirm', confirming(line));
  return { ...ina, lineId: line.id };
}

test('whoever paid by a line of a statement is erased after seven years, and the line waits for nobody', async () => {
  const ina = await paidByLine('ERASED 1');
  await longGone(server, [ina]);
  expect(await eraseRecords(services)).toMatchObject({ people: 1, keptBack: 0, counts: { bank_lines: 1 } });
  const { rows } = await owner.query(
    'select reference, amount, payer, payer_account, payer_bank, details, aside, movement_id from bank_lines where id = $1',
    [ina.lineId],
  );
  const nobody = { payer: '', payer_account: '', payer_bank: '', details: '' };
  expect(rows).toEqual([{ ...nobody, reference: 'ERASED 1', amount: '6000.00', aside: 'erased', movement_id: null }]);
  await refused('bank_lines.settled', 'bankLines/bringBack', { lineId: ina.lineId });
  await refused('bank_lines.settled', 'bankLines/setAside', { lineId: ina.lineId, reason: 'bank_matter', note: '' });
});

test('a line leaves its money while its owner is erased, and at no other time', async () => {
  const { lineId } = await paidByLine('STAYS 1');
  const asApp = async (change: string, erasing: string) => {
    const client = await owner.connect();
    await client.query('begin; set local role cryptocommerce_app');
    await client.query(
      `select set_config('app.roles', 'finance', true), set_config('app.sees_all', 'yes', true),
      set_config('app.erasing', $1, true)`,
      [erasing],
    );
    const answer = await client.query(`update bank_lines set ${change} where id = $1`, [lineId]).then(
      ({ rowCount }) => rowCount,
      ({ message }: Error) => message,
    );
    await client.query('rollback');
    client.release();
    return answer;
  };
  for (const erasing of ['', 'yes'])
    for (const change of [`movement_id = null`, `movement_id = null, aside = 'erased'`])
      expect([erasing, change, await asApp(change, erasing)]).toEqual([erasing, change, 'bank_line_used']);
});

test('no act of this file was a fault', () => expect(server.faults).toEqual([]));
