import type { call } from '../../../ui/client.ts';

export type StaffList = Awaited<ReturnType<typeof call.roles.list>>;
export type Member = StaffList['staff'][number];
export type Waiting = StaffList['waiting'][number];
export type Past = StaffList['past'][number];
