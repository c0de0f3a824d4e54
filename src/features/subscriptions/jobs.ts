import { audit } from '../../platform/audit.ts';
import { announce, asSystem, type Db } from '../../platform/database.ts';
import { type Job, mailPatience } from '../../platform/jobs.ts';
import type { Mailer } from '../../platform/mail.ts';
import type { Services } from '../../platform/procedure.ts';
import { endingLetter } from './letters.ts';
import { type Ending, expirePlans, planEnding, plansToTell } from './store.ts';

const remember = (tx: Db, { id, userId }: Ending, what: { readonly action: string; readonly after: object }) =>
  audit(tx, {
    ...{ actorId: null, actorRole: 'system', subjectType: 'subscription', subjectId: id, aboutId: userId },
    ...what,
  });

/** Marks plans whose end passed. Nothing renews by itself. */
export const endPlans = (services: Services): Promise<number> =>
  asSystem(services.pool, async (tx) => {
    const ended = await expirePlans(tx, services.clock());
    for (const one of ended) {
      await remember(tx, one, { action: 'subscriptions.expired', after: { status: 'expired' } });
      announce(tx, 'payments', one.userId);
    }
    return ended.length;
  });

type About = { readonly id: string; readonly days: 7 | 1 };

/** Has the letters written that are due before plans end, each once. */
export const tellEndings = (services: Services): Promise<number> =>
  asSystem(services.pool, async (tx) => {
    const ending = await plansToTell(tx, services.clock());
    for (const { days, ...one } of ending) {
      await remember(tx, one, { action: 'subscriptions.ending', after: { days } });
      await services.jobs.enqueue(tx, 'subscriptions.letter', { id: one.id, days } satisfies About);
    }
    return ending.length;
  });

async function sendLetter(services: Services, mail: Mailer, { id, days }: About): Promise<void> {
  const ending = await asSystem(services.pool, (tx) => planEnding(tx, id));
  if (ending) await mail(endingLetter(ending, days, services.config.origin));
}

/** What plans do by themselves: they are told of before they end, and end. Letters go out by day in Jamaica. */
export const subscriptionsJobs = (services: Services, mail: Mailer): Job<never>[] => [
  { name: 'subscriptions.end', cron: '*/5 * * * *', run: () => endPlans(services) },
  { name: 'subscriptions.tell', cron: '20 13-23 * * *', run: () => tellEndings(services) },
  { name: 'subscriptions.letter', retries: mailPatience, run: (about: About) => sendLetter(services, mail, about) },
];
