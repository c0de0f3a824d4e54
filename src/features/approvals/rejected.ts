import { staffOnly } from '../../platform/procedure.ts';
import { mayReadRejected, readsRejected } from './acts.ts';
import type { Rejection } from './proposal.ts';
import { RejectedOf } from './schema.ts';
import { rejectionsOf } from './store.ts';

/**
 * What of these kinds was rejected about these subjects, with who, when and why: for the histories of the screens. Of
 * what one's roles do not read, and of one's own matters, there is nothing.
 */
export const rejected = staffOnly(readsRejected)
  .input(RejectedOf)
  .handler(async ({ context: { tx, person }, input: { kinds, subjects } }): Promise<Rejection[]> => {
    const read = kinds.filter((kind) => mayReadRejected(kind, person.roles));
    return read.length === 0 ? [] : rejectionsOf(tx, { kinds: read, subjects });
  });
