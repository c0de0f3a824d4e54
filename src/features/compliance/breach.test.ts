import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSession } from '../../../test/security/actors.ts';
import { createPolicyTools } from '../../../test/security/row-policies.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { after, hours } from '../../kernel/clock.ts';
import { type BreachState, getBreachDeadline, getBreachState, parseJamaicaTime } from './breach.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { outcome } = createPolicyTools(server);
const [compliance, admin] = [await createSession(server, 'compliance'), await createSession(server, 'admin')];

const moments = fc.date({ noInvalidDate: true, min: new Date('2020-01-01'), max: new Date('2100-01-01') });
const blank = {
  title: '',
  facts: '',
  subjects: '',
  consequences: '',
  measures: '',
  contact: '',
  personsNotifiedAt: null,
};

test('a breach is due after 72 hours, soon on the last day, and final once notified', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: 0, max: 6_000 }), (awareAt, minutes) => {
      const now = after(awareAt, minutes * 60_000);
      const stateWhen = (commissionerNotifiedAt: Date | null) =>
        getBreachState({ ...blank, awareAt, commissionerNotifiedAt }, now);
      expect(stateWhen(null)).toBe(minutes > 72 * 60 ? 'overdue' : minutes >= 48 * 60 ? 'soon' : 'in_time');
      expect(stateWhen(now)).toBe(minutes > 72 * 60 ? 'notified_late' : 'notified');
      expect(getBreachDeadline(awareAt).getTime() - awareAt.getTime()).toBe(72 * 3_600_000);
    }),
  );
});

const twoDigits = (part: number) => String(part).padStart(2, '0');
const toFormFields = (moment: Date): [day: string, time: string] => {
  const there = after(moment, -hours(5));
  return [jamaicaDay(moment), `${twoDigits(there.getUTCHours())}:${twoDigits(there.getUTCMinutes())}`];
};

test('parsing a Jamaican day and time gives the exact minute', () => {
  fc.assert(
    fc.property(moments, (moment) => {
      const minute = new Date(moment.getTime() - (moment.getTime() % 60_000));
      expect(parseJamaicaTime(...toFormFields(moment))).toEqual(minute);
    }),
  );
});

type Line = { id: string; version: number; state: BreachState; text: string; dueAt: Date };
const list = async () => (await call<{ lines: Line[] }>('compliance/breaches', undefined, compliance)).body.lines;
const texts = { title: 'A lost laptop', facts: 'Left in a taxi', subjects: '12 customers: names' };
const recordBreach = (at: Date, cookie = compliance) => {
  const [awareOn, awareTime] = toFormFields(at);
  return call<{ breachId: string; code?: string }>('compliance/noteBreach', { ...texts, awareOn, awareTime }, cookie);
};
const recordNotification = (breachId: string, recipient: 'commissioner' | 'persons', at: Date) => {
  const [notifiedOn, notifiedTime] = toFormFields(at);
  return call<{ code?: string }>(
    'compliance/recordBreachNotification',
    { breachId, recipient, notifiedOn, notifiedTime },
    compliance,
  );
};

test('a breach is recorded, updated, notified once and exported as text', async () => {
  const now = new Date();
  server.setTime(now);
  expect((await recordBreach(after(now, hours(1)))).body.code).toBe('compliance.breach_ahead');
  const { breachId } = (await recordBreach(after(now, -hours(71)))).body;
  const found = async () => (await list()).find(({ id }) => id === breachId);
  expect(await found()).toMatchObject({ state: 'soon', version: 1 });
  server.setTime(after(now, hours(2)));
  expect(await found()).toMatchObject({ state: 'overdue' });

  const update = { breachId, version: 1, ...texts, subjects: '14 customers: names' };
  expect((await call('compliance/updateBreach', update, admin)).status).toBe(200);
  expect((await call('compliance/updateBreach', update, compliance)).body['code']).toBe('compliance.saved_since');

  const code = async (...of: Parameters<typeof recordNotification>) => (await recordNotification(...of)).body.code;
  expect(await code(breachId, 'commissioner', after(now, hours(3)))).toBe('compliance.breach_ahead');
  expect(await code(breachId, 'commissioner', after(now, -hours(80)))).toBe('compliance.breach_told_too_early');
  expect((await recordNotification(breachId, 'commissioner', now)).status).toBe(200);
  expect(await code(breachId, 'commissioner', now)).toBe('compliance.not_now');
  expect((await recordNotification(breachId, 'persons', after(now, hours(1)))).status).toBe(200);
  const notified = await found();
  expect(notified).toMatchObject({ state: 'notified', version: 4 });
  for (const words of ['A lost laptop', '14 customers', 'Not known yet.', 'Cryptocommerce'])
    expect(notified?.text).toContain(words);
  expect(notified?.text).not.toContain('not yet');

  const { rows } = await owner.query(`select action, after from audit_log where subject_id = $1 order by id`, [
    breachId,
  ]);
  expect(rows.map(({ action }) => action)).toEqual([
    'compliance.breach_noted',
    'compliance.breach_updated',
    'compliance.breach_told',
    'compliance.breach_told',
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/laptop|customers/);
});

test('breaches are listed by deadline, notified ones last', async () => {
  const now = new Date();
  const ids: string[] = [];
  for (const ago of [10, 60, 30]) ids.push((await recordBreach(after(now, -hours(ago)))).body.breachId);
  await recordNotification(ids[1] ?? '', 'commissioner', after(now, -hours(1)));
  expect((await list()).map(({ id }) => id).filter((id) => ids.includes(id))).toEqual([ids[2], ids[0], ids[1]]);
});

test('the time of a breach is final, its author cannot be forged, and other roles see none', async () => {
  await recordBreach(after(new Date(), -hours(1)));
  const { rows } = await owner.query<{ id: string; name: string }>(
    `select id, split_part(email, '@', 1) "name" from profiles where email like '%@demo.test'`,
  );
  const id = (name: string) => rows.find((row) => row.name === name)?.id ?? '';
  const officer = { user: id('compliance'), all: true, roles: 'compliance' };
  expect(await outcome(officer, `update breaches set aware_at = now()`)).toBe('refused');
  expect(await outcome(officer, 'delete from breaches')).toBe('refused');
  const forged = `insert into breaches (title, aware_at, facts, subjects, consequences, measures, contact, noted_by, noted_at)
    values ('x', now(), 'x', '', '', '', '', $1, now())`;
  expect(await outcome(officer, forged, [id('admin')])).toBe('refused');
  for (const name of ['finance', 'support', 'tier2'] as const) {
    const staff = name !== 'tier2';
    const context = { user: id(name), all: staff, roles: staff ? name : '' };
    expect(await outcome(context, 'select * from breaches')).toBe(0);
    expect((await call('compliance/breaches', undefined, await createSession(server, name))).status).toBe(403);
  }
});
