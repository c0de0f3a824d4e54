import { expect, test } from 'vitest';
import { markAccountsClosed } from '../../../test/erasure-time.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { eraseRecords } from './erase.ts';
import { setRetentionDeadlines } from './jobs.ts';
import type { ReportView } from './views.ts';

const server = await serverUnderTest();
const { call, owner, services } = server;
const { rowsOf, caseAbout } = setUpSuspicions(server);
const [admin, compliance] = [await createSession(server, 'admin'), await createSession(server, 'compliance')];
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const dayIn = (days: number) => jamaicaDay(inDays(days));

async function setDaysFromNow(later: number): Promise<void> {
  server.setTime(inDays(later));
  await owner.query(
    `create or replace function app.today() returns date language sql stable as $$ select date '${dayIn(later)}' $$`,
  );
}
const run = async (path: string, input: object, cookie: string): Promise<Record<string, string>> => {
  const { status, body } = await call<Record<string, string>>(path, input, cookie);
  expect(status).toBe(200);
  return body;
};

test('a report to the authority is retained seven years from its filing, even if its case closed earlier', async () => {
  const ina = await newCustomer(server, 'Ina Brown');
  const caseId = await caseAbout(ina.id, compliance);
  const { reportId } = await run('compliance/openReport', { caseId, suspicionFormedOn: dayIn(0) }, compliance);
  const { body } = await call<ReportView>('compliance/report', { reportId }, compliance);
  const narrative = 'The coins of this order come from a theft that was reported to the police years later.';
  const content = { ...body.content, narrative, reasons: ['FRAUD'] };
  await run('compliance/saveReport', { reportId, version: 1, content }, compliance);
  await run('compliance/closeCase', { caseId, outcome: 'explained', text: 'The documents explain it' }, admin);
  await markAccountsClosed(server, ina.id);
  const reports = () => rowsOf('select state from str_reports where id = $1', [reportId]);
  await setDaysFromNow(7 * 366);
  await setRetentionDeadlines(services);
  await eraseRecords(services);
  expect(await reports()).toEqual([{ state: 'draft' }]);
  const filed = { reportId, version: 2, fidReference: 'FID-LATE-1', filedOn: dayIn(7 * 366) };
  await run('compliance/fileReport', filed, compliance);
  await setDaysFromNow(7 * 366 + 100);
  await setRetentionDeadlines(services);
  await eraseRecords(services);
  expect(await reports()).toEqual([{ state: 'filed' }]);
  await setDaysFromNow(14 * 366 + 1);
  await setRetentionDeadlines(services);
  await eraseRecords(services);
  expect(await reports()).toEqual([]);
}, 200_000);
