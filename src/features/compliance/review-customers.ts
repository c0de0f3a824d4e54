import { jamaicaDay } from '../../kernel/calendar.ts';
import { pageOf } from '../../kernel/page.ts';
import { isOwn } from '../../platform/database.ts';
import { customerExists } from './alert-store.ts';
import { officer, record } from './desk.ts';
import { mayRefuse, refuse } from './messages.ts';
import { addReview, type CustomerRow, customerRows } from './review-store.ts';
import { isReviewDue, mayBeNext, monthsUntilReview } from './reviews.ts';
import { ListCustomers, ReviewCustomer } from './schema.ts';
import type { CustomerLine, CustomerPage } from './views.ts';

const pageSize = 50;

function lineOf({ id, name, email, reviewed_by, ...known }: CustomerRow, today: string): CustomerLine {
  return { customer: { id, name, email }, ...known, reviewDue: isReviewDue(known, today) };
}

/** Customers by risk, the riskiest first, with when somebody last looked at them. */
export const listCustomers = officer()
  .input(ListCustomers)
  .handler(async ({ context: { services, tx }, input }): Promise<CustomerPage> => {
    const now = services.clock();
    const today = jamaicaDay(now);
    const rows = await customerRows(tx, { ...input, today, limit: pageSize + 1 });
    const { page, next } = pageOf(rows, pageSize, ({ score, id }) => ({ score, id }));
    return { lines: page.map((row) => lineOf(row, today)), next, now };
  });

/** Records that somebody looked at a customer as a whole, at which level of risk, and when that is due again. */
export const reviewCustomer = officer()
  .errors(mayRefuse('compliance.review_day_not_possible'))
  .input(ReviewCustomer)
  .handler(async ({ context, input }) => {
    const { tx, person, services } = context;
    const at = services.clock();
    const { userId, riskLevel, nextReviewOn } = input;
    if (isOwn(person, userId)) refuse('approvals.own_matter', {});
    if (!(await customerExists(tx, userId))) refuse('compliance.customer_not_found', {});
    if (!mayBeNext(nextReviewOn, riskLevel, jamaicaDay(at)))
      refuse('compliance.review_day_not_possible', { months: String(monthsUntilReview(riskLevel)) });
    const reviewId = await addReview(tx, { ...input, by: person.id, at });
    const after = { riskLevel, nextReviewOn };
    await record(context, {
      action: 'compliance.customer_reviewed',
      subjectType: 'customer',
      subjectId: userId,
      aboutId: userId,
      after,
    });
    return { reviewId };
  });
