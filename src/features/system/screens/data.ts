import type { call } from '../../../ui/client.ts';

export type SystemNow = Awaited<ReturnType<typeof call.system.show>>;
export type FailedJob = SystemNow['failed'][number];
export type Provider = SystemNow['providers'][number];
