import { addBusinessDays, endOfBusiness, jamaicaDay } from '../../../kernel/calendar.ts';
import { holidaysAround } from '../moving/holidays.ts';

/** As long as we give ourselves to send back what belongs to an ended order: whose it is should be known by then. */
const businessDays = 3;

/** By when unassigned money is to stand on something, or to be on its way back (decision E6). */
export const settleBy = (since: Date): Date =>
  endOfBusiness(jamaicaDay(addBusinessDays(since, businessDays, holidaysAround(since))));
