import { after, days } from '../../../kernel/clock.ts';
import { asSystem } from '../../../platform/database.ts';
import { type Job, mailPatience } from '../../../platform/jobs.ts';
import type { Mailer } from '../../../platform/mail.ts';
import type { Services } from '../../../platform/procedure.ts';
import { appealToTell, forgetAppeals } from './appeal-store.ts';
import { answerToTell } from './judge-store.ts';
import { answerLetter, appealLetter } from './letters.ts';

/** Which report, or appeal, was answered. */
export type About = { readonly id: string };

async function tell(services: Services, mail: Mailer, { id }: About): Promise<void> {
  const told = await asSystem(services.pool, (tx) => answerToTell(tx, id));
  if (told) await mail(answerLetter(told, services.config.origin));
}

async function tellAppeal(services: Services, mail: Mailer, { id }: About): Promise<void> {
  const told = await asSystem(services.pool, (tx) => appealToTell(tx, id));
  if (told) await mail(appealLetter(told, services.config.origin));
}

/** Longer than whoever is named may go to court over what was published. */
const appealsKeptFor = days(731);

/** Forgets strangers' appeals two years after their answer (decision 069): customers' go with their account. */
export const forgetOldAppeals = ({ pool, clock }: Pick<Services, 'pool' | 'clock'>): Promise<number> =>
  asSystem(pool, (tx) => forgetAppeals(tx, after(clock(), -appealsKeptFor)));

/** Whoever reported, or appealed, is written to once theirs is answered; strangers' appeals end. */
export const scamDeskJobs = (services: Services, mail: Mailer): Job<never>[] => [
  { name: 'scams.answer_letter', retries: mailPatience, run: (about: About) => tell(services, mail, about) },
  { name: 'scams.appeal_letter', retries: mailPatience, run: (about: About) => tellAppeal(services, mail, about) },
  { name: 'scams.forget_appeals', cron: '40 7 * * *', run: () => forgetOldAppeals(services) },
];
