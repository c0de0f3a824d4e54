import { addBusinessDays, endOfBusiness, jamaicaDay } from '../../kernel/calendar.ts';
import { holidaysAround } from '../trading/lifecycle/holidays.ts';

const businessDays = 3;

/** Deadline for staff to allocate or refund unallocated money (decision E6). */
export const dueDate = (since: Date): Date =>
  endOfBusiness(jamaicaDay(addBusinessDays(since, businessDays, holidaysAround(since))));
