import type { call } from '../../../ui/client.ts';

export type OwnLocation = Awaited<ReturnType<typeof call.location.own>>;
