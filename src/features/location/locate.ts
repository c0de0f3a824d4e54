import type { Services } from '../../platform/procedure.ts';
import { type Found, finderOf } from './finder.ts';

/**
 * Finds the place of a request. `ip` is `request.ip`: the connection's own address, or what a trusted proxy says of it
 * (decision A11, ASVS 15.3.4). A data file that is missing or broken is logged and answered like a place that cannot be
 * found.
 */
export async function locate({ config, clock, log }: Services, ip: string): Promise<Found> {
  try {
    return await finderOf(config.geo)(ip, clock());
  } catch (error) {
    log.warn({ err: error }, 'the location data cannot be read');
    return { failure: 'location.unavailable' };
  }
}
