import { audit, byStaff } from '../../platform/audit.ts';
import { staff } from '../../platform/http/procedure.ts';
import { refusalCodes, refuse } from './messages.ts';
import { systemPermissions } from './permissions.ts';
import { RetryJob } from './schema.ts';
import { lockFailedJob } from './system-store.ts';

/** Retries a failed job. Every job is idempotent (platform/jobs/jobs.ts). */
export const retryJob = staff(systemPermissions.tryAgain)
  .errors(refusalCodes('system.not_given_up'))
  .input(RetryJob)
  .handler(async function retryJob({ context, input: { job, id } }) {
    const { tx, services } = context;
    // Locked until commit, so that the second of two concurrent retries is refused. pg-boss throws for unknown queues.
    if (!(await lockFailedJob(tx, { job, id }))) return refuse('system.not_given_up', {});
    await services.jobs.retry(tx, { name: job, id });
    await audit(tx, {
      ...byStaff(context),
      action: 'system.tried_again',
      subjectType: 'job',
      subjectId: id,
      after: { job },
    });
    return { job, id };
  });
