import type { call } from '../../../ui/client.ts';

export type ShownWorkshop = Awaited<ReturnType<typeof call.workshops.list>>['sessions'][number];
export type OwnPlace = Awaited<ReturnType<typeof call.workshops.own>>['places'][number];
