import { expect, test } from 'vitest';
import { accountClosed } from '../../../test/long-gone.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { eraseRecords } from './erase.ts';
import { markRecords } from './jobs.ts';
import type { ReportView } from './views.ts';

const server = await serverUnderTest();
const { call, owner, services } = server;
const { rowsOf, caseAbout } = suspicionsOn(server);
const [admin, compliance] = [await sessionFor(server, 'admin'), await sessionFor(server, 'compliance')];
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const dayIn = (days: number) => jamaicaDay(inDays(days));

/** So many days from now, for the product and its database. */
async function days(later: number): Promise<void> {
  server.setTime(inDays(later));
  await owner.query(
    `create or replace function app.today() returns date language sql stable as $$ select date '${dayIn(later)}' $$`,
  );
}
const goes = async (path: string, input: object, cookie: string): Promise<Record<string, string>> => {
  const { status, body } = await call<Record<string, string>>(path, input, cookie);
  expect(status).toBe(200);
  return body;
};

test('a report to the authority is kept seven years from its filing, whoever closed its case before', async () => {
  const ina = await newCustomer(server, 'Ina Brown');
  const caseId = await caseAbout(ina.id, compliance);
  const { reportId } = await goes('compliance/openReport', { caseId, suspicionFormedOn: dayIn(0) }, compliance);
  const { body } = await call<ReportView>('compliance/report', { reportId }, compliance);
  const narrative = 'The coins of this order come from a theft that was reported to the police years later.';
  const content = { ...body.content, narrative, reasons: ['FRAUD'] };
  await goes('compliance/saveReport', { reportId, version: 1, content }, compliance);
  // An admin is shown no drafts, and nothing tells them of one.
  await goes('compliance/closeCase', { caseId, outcome: 'explained', text: 'The papers explain it' }, admin);
  await accountClosed(server, ina.id);
  const reports = () => rowsOf('select state from str_reports where id = $1', [reportId]);
  await days(7 * 366);
  await markRecords(services);
  await eraseRecords(services);
  expect(await reports()).toEqual([{ state: 'draft' }]);
  const filed = { reportId, version: 2, fidReference: 'FID-LATE-1', filedOn: dayIn(7 * 366) };
  await goes('compliance/fileReport', filed, compliance);
  await days(7 * 366 + 100);
  await markRecords(services);
  await eraseRecords(services);
  expect(await reports()).toEqual([{ state: 'filed' }]);
  await days(14 * 366 + 1);
  await markRecords(services);
  await eraseRecords(services);
  expect(await reports()).toEqual([]);
}, 200_000);
