import { pageOf } from '../../kernel/page.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { riskActs } from './acts.ts';
import { assessmentsOf } from './assessment-store.ts';
import { mayRefuse, refuse } from './messages.ts';
import { ListAssessments } from './schema.ts';
import type { Assessments } from './views.ts';

const pageSize = 50;

/** How an order or a customer was judged, newest first, with what each score was made from. Never one's own. */
export const listAssessments = staffOnly(riskActs.work)
  .errors(mayRefuse('risk.not_found'))
  .input(ListAssessments)
  .handler(async ({ context: { tx }, input }): Promise<Assessments> => {
    if ((input.orderId === null) === (input.userId === null)) return refuse('risk.not_found', {});
    const lines = await assessmentsOf(tx, { ...input, limit: pageSize + 1 });
    const { page, next } = pageOf(lines, pageSize, ({ id }) => id);
    return { assessments: page, next };
  });
