import type { Services } from '../../platform/procedure.ts';
import { getFinder, type LocateResult } from './finder.ts';

/** `ip` is `request.ip`: the connection's address, or the one a trusted proxy reports (decision A11, ASVS 15.3.4). */
export async function locate({ config, clock, log }: Services, ip: string): Promise<LocateResult> {
  try {
    return await getFinder(config.geo)(ip, clock());
  } catch (error) {
    log.warn({ err: error }, 'the location data cannot be read');
    return { failure: 'location.unavailable' };
  }
}
