import type { Services } from '../../platform/http/procedure.ts';
import { getFinder, type LocateResult } from './finder.ts';

/** Locates `request.ip`: the address of the connection, or from a trusted proxy (decision A11, ASVS 15.3.4). */
export async function locate({ config, clock, log }: Services, ip: string): Promise<LocateResult> {
  try {
    return await getFinder(config.geo)(ip, clock());
  } catch (error) {
    log.warn({ err: error }, 'the location data cannot be read');
    return { failure: 'location.unavailable' };
  }
}
