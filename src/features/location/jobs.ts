import { after, days } from '../../kernel/clock.ts';
import { asSystem } from '../../platform/database.ts';
import { type Job, mailPatience } from '../../platform/jobs.ts';
import type { Mailer } from '../../platform/mail.ts';
import type { Services } from '../../platform/procedure.ts';
import { travelLetter } from './letters.ts';
import { renewNetworks } from './renew-networks.ts';
import { removeBefore } from './store.ts';

/** How long sightings and alerts are kept. */
const kept = days(365);

/** Forgets sightings and alerts that are older than a year. */
export const forgetOldLocations = (services: Services): Promise<void> =>
  asSystem(services.pool, (tx) => removeBefore(tx, after(services.clock(), -kept)));

export const locationJobs = (services: Services, mail: Mailer): Job<never>[] => [
  {
    name: 'location.travelled',
    retries: mailPatience,
    run: ({ email, from, to, at }: { email: string; from: string; to: string; at: string }) =>
      mail(travelLetter(services.config.origin, email, { from, to, at: new Date(at) })),
  },
  { name: 'location.forget', cron: '50 7 * * *', run: () => forgetOldLocations(services) },
  {
    name: 'location.networks',
    cron: '35 9 * * *',
    retries: { limit: 5, delay: 600 },
    run: () => renewNetworks(services),
  },
];
