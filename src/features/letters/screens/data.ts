import type { call } from '../../../ui/client.ts';

export type OneLetter = Awaited<ReturnType<typeof call.letters.show>>;
export type Words = OneLetter['house'];
