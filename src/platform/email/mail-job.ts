import { type Db, withSystem } from '../database/database.ts';
import type { Services } from '../http/procedure.ts';
import { type Job, mailRetries } from '../jobs/jobs.ts';
import type { Mail, Mailer } from './mail.ts';

type MailJob<Data, Found> = {
  readonly name: string;
  /** Reads as the system what the email needs. Null when the email is outdated. */
  readonly find: (tx: Db, data: Data) => Promise<Found | null>;
  readonly render: (found: Found, origin: string, data: Data) => Mail | null;
};

/** Creates a job that sends one email. Reads its content when it runs, so that an outdated email is never sent. */
export const createMailJob = <Data extends object, Found>(
  services: Services,
  mail: Mailer,
  { name, find, render }: MailJob<Data, Found>,
): Job<never> => ({
  name,
  retries: mailRetries,
  run: async (data: Data) => {
    const found = await withSystem(services.pool, (tx) => find(tx, data));
    const content = found && render(found, services.config.origin, data);
    if (content) await mail(content);
  },
});
