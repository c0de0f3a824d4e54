import type { call } from '../../../ui/client.ts';

/** A workshop as everybody sees it, and a place of one's own. */
export type ShownWorkshop = Awaited<ReturnType<typeof call.workshops.list>>['sessions'][number];
export type OwnPlace = Awaited<ReturnType<typeof call.workshops.own>>['places'][number];
