import { audit, byStaff } from '../../platform/audit.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { systemActs } from './acts.ts';
import { mayRefuse, refuse } from './messages.ts';
import { TryAgain } from './schema.ts';
import { isGivenUp } from './system-store.ts';

/** Has work that was given up done once more. Every job may run twice, so this does no harm (platform/jobs.ts). */
export const tryAgain = staffOnly(systemActs.tryAgain)
  .errors(mayRefuse('system.not_given_up'))
  .input(TryAgain)
  .handler(async ({ context, input: { job, id } }) => {
    const { tx, services } = context;
    // The row is held from here on: of two who ask at once the second finds it tried already. A name of no queue is
    // asked of the database alone, for the library knows it as a fault.
    if (!(await isGivenUp(tx, { job, id }))) return refuse('system.not_given_up', {});
    await services.jobs.tryAgain(tx, { name: job, id });
    await audit(tx, {
      ...byStaff(context),
      action: 'system.tried_again',
      subjectType: 'job',
      subjectId: id,
      after: { job },
    });
    return { job, id };
  });
