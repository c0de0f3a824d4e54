import { asSystem } from '../../platform/database.ts';
import { type Job, mailPatience } from '../../platform/jobs.ts';
import type { Mailer } from '../../platform/mail.ts';
import type { Services } from '../../platform/procedure.ts';
import { newsLetter } from './letters.ts';
import { newsTo, nextReaders } from './store.ts';

/** Which news. */
export type AboutNews = { readonly id: string };
type AboutMail = AboutNews & { readonly userId: string };

/** So many mails are handed on in one transaction. */
const most = 100;

/**
 * Hands on the mails of news, a batch at a time, and the next batch to a job of its own: all in the transaction in
 * which the news remember up to whom they got, so nobody has two mails of them however often this runs.
 */
export const sendNews = (services: Services, { id }: AboutNews): Promise<void> =>
  asSystem(services.pool, async (tx) => {
    const { readers, more } = await nextReaders(tx, id, { now: services.clock(), most });
    for (const userId of readers) await services.jobs.enqueue(tx, 'news.mail', { id, userId } satisfies AboutMail);
    if (more) await services.jobs.enqueue(tx, 'news.send', { id } satisfies AboutNews);
  });

/** Writes to one reader, who may have taken their consent back meanwhile. */
export async function mailNews(services: Services, mail: Mailer, about: AboutMail): Promise<void> {
  const letter = await asSystem(services.pool, (tx) => newsTo(tx, about));
  if (letter) await mail(newsLetter(letter, services.config.origin));
}

/** News go out behind the back of whoever approved them. */
export const newsJobs = (services: Services, mail: Mailer): Job<never>[] => [
  { name: 'news.send', retries: mailPatience, run: (about: AboutNews) => sendNews(services, about) },
  { name: 'news.mail', retries: mailPatience, run: (about: AboutMail) => mailNews(services, mail, about) },
];
