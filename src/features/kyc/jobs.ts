import { after, days } from '../../kernel/clock.ts';
import { withSystem } from '../../platform/database/database.ts';
import type { Mailer } from '../../platform/email/mail.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { type Job, mailRetries } from '../../platform/jobs/jobs.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { findRecipient } from './customer-store.ts';
import { detectAllDuplicates, detectDuplicatesOf } from './detect-duplicates.ts';
import { deleteOldDrafts, draftRetentionDays } from './draft-store.ts';
import { type IdentityEmail, renderIdentityEmail } from './emails.ts';

async function sendIdentityEmail(services: Services, mail: Mailer, about: IdentityEmail): Promise<void> {
  const [to, { caps }] = await withSystem(services.pool, (tx) =>
    Promise.all([findRecipient(tx, about.userId), loadCurrentSettings(tx)]),
  );
  if (to) await mail(renderIdentityEmail(about, { to, origin: services.config.origin, caps }));
}

/** Deletes drafts of the identity form that did not change for 30 days. */
const dropOldDrafts = (services: Services) =>
  withSystem(services.pool, (tx) => deleteOldDrafts(tx, after(services.clock(), -days(draftRetentionDays))));

export const identityJobs = (services: Services, mail: Mailer): Job<never>[] => [
  {
    name: 'identity.send_email',
    retries: mailRetries,
    run: (about: IdentityEmail) => sendIdentityEmail(services, mail, about),
  },
  {
    name: 'identity.drop_drafts',
    cron: '35 8 * * *',
    run: () => dropOldDrafts(services),
  },
  { name: 'identity.links', run: ({ userId }: { userId: string }) => detectDuplicatesOf(services, userId) },
  { name: 'identity.all_links', cron: '*/10 * * * *', run: () => detectAllDuplicates(services) },
];
