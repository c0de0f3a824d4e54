import type { call } from '../../../../ui/client.ts';

/** Types of staff API responses, derived from the procedures. */
export type UnassignedPage = Awaited<ReturnType<typeof call.unassigned.list>>;
export type UnassignedLine = UnassignedPage['lines'][number];
