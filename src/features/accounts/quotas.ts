import { changeQuota, type Quota } from '../../platform/limits/quotas.ts';
import { refuse } from './messages.ts';

const hour = 60 * 60;
const refuseBusy = () => refuse('general.busy', {});

export const budgets = {
  /** Successful password checks: counted for each known device, and for all unknown devices together. */
  signedIn: { work: 'signed-in', tries: 120, seconds: hour, refuse: () => refuse('accounts.too_many_tries', {}) },
  confirmed: { work: 'confirmed', tries: 60, seconds: hour, refuse: refuseBusy },
  codes: { work: 'codes', tries: 10, seconds: hour, refuse: refuseBusy },
  changed: changeQuota,
  exported: { work: 'exported', tries: 20, seconds: hour, refuse: refuseBusy },
} as const satisfies Record<string, Quota>;
