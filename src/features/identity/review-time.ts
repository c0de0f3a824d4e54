import { asSystem } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import { sharedReading } from '../../platform/shared-reading.ts';
import { reviewsSince } from './review-time-store.ts';

const week = 7 * 24 * 3_600_000;
/** A measure of so few says more of them than of us. */
const fewest = 5;
/** As the questions say it (`public-pages/content/faq.ts`), where too few were answered. */
const usual = 'A check typically takes 12-24 hours.';

const hoursText = (hours: number): string => (hours <= 1 ? 'an hour' : `${hours} hours`);

/**
 * How long a check takes, by those of the last seven days, beside the 12-24 hours that are said everywhere (decision
 * B7): the same for everybody, looked at every ten minutes.
 */
export const reviewText = sharedReading(10 * 60_000, async ({ pool, clock }: Services): Promise<string> => {
  const { decided, hours } = await asSystem(pool, (tx) => reviewsSince(tx, new Date(clock().getTime() - week)));
  if (decided < fewest || hours === null) return usual;
  return `Of the checks of this week half were answered within ${hoursText(hours)}.`;
});
