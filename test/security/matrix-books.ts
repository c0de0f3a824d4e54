import { randomUUID } from 'node:crypto';
import { jamaicaDay, shiftDay } from '../../src/kernel/calendar.ts';
import type { TestServer } from '../worker.ts';

const lately = shiftDay(jamaicaDay(new Date()), -1);
const texts = { title: 'A lost laptop', facts: 'Left in a taxi' };
const noted = { ...texts, awareOn: lately, awareTime: '10:00' };
const told = { who: 'persons', toldOn: lately, toldTime: '11:00' };

/** A breach of personal data that was noted. */
const breachIn = async ({ owner }: TestServer): Promise<string> =>
  (
    await owner.query(
      `insert into breaches (title, aware_at, facts, subjects, consequences, measures, contact, noted_by, noted_at)
       select 'x', $1::date + interval '15 hours', 'x', '', '', '', '', id, now() from profiles
        where email = 'compliance@demo.test' returning id`,
      [lately],
    )
  ).rows[0].id;

/** Counts and records that are about nobody in particular. */
export const bookLines = (server: TestServer) => {
  const line = (input: () => Promise<unknown>) => ({ own: 'yes' as const, input });
  return {
    'compliance/figures': line(async () => ({})),
    'compliance/erasures': line(async () => undefined),
    'compliance/breaches': line(async () => undefined),
    'compliance/noteBreach': line(async () => noted),
    'compliance/updateBreach': line(async () => ({ breachId: await breachIn(server), version: 1, ...texts })),
    'compliance/tellBreach': line(async () => ({ breachId: await breachIn(server), ...told })),
  };
};

/** A sound body for each that takes one. */
export const soundForBooks = () => ({
  'compliance/figures': {},
  'compliance/noteBreach': noted,
  'compliance/updateBreach': { breachId: randomUUID(), version: 1, ...texts },
  'compliance/tellBreach': { breachId: randomUUID(), ...told },
});
