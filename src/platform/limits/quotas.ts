import type { Db } from '../database/database.ts';
import { refuse } from '../messages.ts';
import { isWithinLimit } from './rate-limit.ts';

export type Quota = {
  readonly work: string;
  readonly tries: number;
  readonly seconds: number;
  readonly refuse: () => never;
};

export const changeQuota: Quota = {
  work: 'changed',
  tries: 60,
  seconds: 60 * 60,
  refuse: () => refuse('general.busy', {}),
};

/** Limits stored consents. Withdrawals have no limit. */
export const consentQuota: Quota = {
  work: 'consented',
  tries: 20,
  seconds: 24 * 60 * 60,
  refuse: () => refuse('general.busy', {}),
};

export const getQuotaKey = ({ work }: Pick<Quota, 'work'>, id: string): string => `${work}:${id}`;

/** Counts one use. Refuses above the quota. */
export async function consumeQuota(db: Db, quota: Quota, { id, now }: { id: string; now: Date }): Promise<void> {
  const { tries, seconds, refuse } = quota;
  if (!(await isWithinLimit(db, getQuotaKey(quota, id), { tries, seconds, now }))) refuse();
}
