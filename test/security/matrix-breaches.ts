import { randomUUID } from 'node:crypto';
import { addDays, jamaicaDay } from '../../src/kernel/calendar.ts';
import type { TestServer } from '../worker.ts';

const yesterday = addDays(jamaicaDay(new Date()), -1);
const texts = { title: 'A lost laptop', facts: 'Left in a taxi' };
const breachInput = { ...texts, awareOn: yesterday, awareTime: '10:00' };
const notificationInput = { recipient: 'persons', notifiedOn: yesterday, notifiedTime: '11:00' };

const insertBreach = async ({ owner }: TestServer): Promise<string> =>
  (
    await owner.query(
      `insert into breaches (title, aware_at, facts, subjects, consequences, measures, contact, noted_by, noted_at)
       select 'x', $1::date + interval '15 hours', 'x', '', '', '', '', id, now() from profiles
        where email = 'compliance@demo.test' returning id`,
      [yesterday],
    )
  ).rows[0].id;

export const buildBreachRows = (server: TestServer) => {
  const staff = (input: () => Promise<unknown>) => ({ own: 'yes' as const, input });
  return {
    'compliance/erasures': staff(async () => undefined),
    'compliance/breaches': staff(async () => undefined),
    'compliance/noteBreach': staff(async () => breachInput),
    'compliance/updateBreach': staff(async () => ({ breachId: await insertBreach(server), version: 1, ...texts })),
    'compliance/recordBreachNotification': staff(async () => ({
      breachId: await insertBreach(server),
      ...notificationInput,
    })),
  };
};

export const buildBreachBodies = () => ({
  'compliance/noteBreach': breachInput,
  'compliance/updateBreach': { breachId: randomUUID(), version: 1, ...texts },
  'compliance/recordBreachNotification': { breachId: randomUUID(), ...notificationInput },
});
