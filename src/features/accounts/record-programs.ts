import { inner, type Recorded } from './record-reasons.ts';

/** Addresses that somebody named for programs of theirs, and what those were told. */
export const programRecords: Readonly<Record<string, Recorded>> = {
  webhook_endpoints: {
    owner: 'user_id',
    given: ['url', 'created_at', 'paused_at', 'paused_why'],
    kept: { [inner]: ['id', 'user_id', 'secret_sealed', 'former_sealed', 'former_until'] },
  },
  webhook_deliveries: {
    owner: 'user_id',
    given: ['type', 'facts', 'at', 'tries', 'tried_at', 'answered', 'delivered_at', 'given_up_at'],
    kept: { [inner]: ['id', 'user_id', 'endpoint_id', 'queued_at'] },
  },
};
