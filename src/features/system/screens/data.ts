import type { call } from '../../../ui/client.ts';

export type SystemNow = Awaited<ReturnType<typeof call.system.show>>;
export type Failed = SystemNow['failed'][number];
export type Provider = SystemNow['providers'][number];
