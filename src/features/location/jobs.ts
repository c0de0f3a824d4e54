import { after, days } from '../../kernel/clock.ts';
import { withSystem } from '../../platform/database/database.ts';
import type { Mailer } from '../../platform/email/mail.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { type Job, mailRetries } from '../../platform/jobs/jobs.ts';
import { createTravelEmail } from './emails.ts';
import { renewNetworks } from './renew-networks.ts';
import { deleteBefore } from './store.ts';

const retentionMs = days(365);

/** Deletes sightings and alerts older than a year. Called by a daily job. */
export const deleteOldLocations = (services: Services): Promise<void> =>
  withSystem(services.pool, (tx) => deleteBefore(tx, after(services.clock(), -retentionMs)));

export const locationJobs = (services: Services, mail: Mailer): Job<never>[] => [
  {
    name: 'location.travelled',
    retries: mailRetries,
    run: ({ email, from, to, at }: { email: string; from: string; to: string; at: string }) =>
      mail(createTravelEmail(services.config.origin, email, { from, to, at: new Date(at) })),
  },
  { name: 'location.delete_old', cron: '50 7 * * *', run: () => deleteOldLocations(services) },
  {
    name: 'location.networks',
    cron: '35 9 * * *',
    retries: { limit: 5, delay: 600 },
    run: () => renewNetworks(services),
  },
];
