import { jamaicaDay } from '../../kernel/calendar.ts';
import { after, days } from '../../kernel/clock.ts';
import { asSystem } from '../../platform/database.ts';
import { eachAlone } from '../../platform/each-alone.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Services } from '../../platform/procedure.ts';
import { restingHosts, withSlowLane } from '../../platform/slow-lane.ts';
import { dateText } from '../../ui/format.ts';
import { settingsPath } from './hand-on.ts';
import { saidLetter } from './letter.ts';
import { digestLetter, footWords } from './letters.ts';
import { forgetMails, insertMail } from './mail-store.ts';
import { takeForDigest, waitingForDigest } from './notice-store.ts';
import type { Post } from './post.ts';
import { type AboutBrowser, pushJob, pushOf, sendPush } from './push/send-push.ts';
import { letterNow } from './say-own.ts';
import { addressOf } from './wish-store.ts';

/** So many lines stand in one mail; the page has all. */
const mostLines = 50;

const writeDigest = ({ pool, clock, config }: Services, person: string): Promise<void> =>
  asSystem(pool, async (tx) => {
    const told = await takeForDigest(tx, person);
    const reader = await addressOf(tx, person);
    if (!reader || told.length === 0) return;
    const now = clock();
    const count = told.length === 1 ? 'one notice' : `${told.length} notices`;
    const letter = {
      ...saidLetter('notices.digest', digestLetter, { name: reader.name, count }),
      facts: told.slice(-mostLines).map(({ title, at }) => [dateText(jamaicaDay(at)), title] as const),
      url: `${config.origin}/notices`,
      foot: { why: footWords.digest.text, button: footWords.see.text, url: `${config.origin}${settingsPath}` },
    };
    const body = { letter: await letterNow(tx, letter) };
    await insertMail(tx, { person, kind: 'digest', to: reader.email, body, now, goesAt: now, key: null });
  });

/** Writes one mail to each of those who want their notices together. */
export async function writeDigests(services: Services): Promise<void> {
  const people = await asSystem(services.pool, (tx) => waitingForDigest(tx, 10_000));
  await eachAlone(people, (person) => writeDigest(services, person));
}

/** Longer than any job that told something is tried again: until then it stands under which it was told. */
const keptFor = days(30);

/** Forgets to whom mails went a month ago. */
export const forgetOldMails = ({ pool, clock }: Services): Promise<unknown> =>
  asSystem(pool, (tx) => forgetMails(tx, after(clock(), -keptFor)));

/**
 * What goes out by the clock: what was not sent yet, and at eight in the morning in Jamaica the mails of the day. And
 * what browsers are told.
 */
export function noticesJobs(services: Services, post: Post, push = pushOf(services)): Job<never>[] {
  const send = push && restingHosts(push);
  return [
    { name: 'notices.post', cron: '* * * * *', run: () => post.sendDue() },
    { name: 'notices.digest', cron: '0 13 * * *', run: () => writeDigests(services) },
    { name: 'notices.forget', cron: '25 7 * * *', run: () => forgetOldMails(services) },
    // Four people whose browsers name a silent machine would else hold all that browsers are told.
    ...withSlowLane({
      ...{ name: pushJob, retries: { limit: 4, delay: 15 }, lanes: 4, jobs: services.jobs },
      run: (about: AboutBrowser) => sendPush(services, send, about),
    }),
  ];
}
