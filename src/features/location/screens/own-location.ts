import type { call } from '../../../ui/client.ts';

/** What the server answers about somebody's own location. */
export type OwnLocation = Awaited<ReturnType<typeof call.location.own>>;
