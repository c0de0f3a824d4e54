import { staff } from '../../platform/http/procedure.ts';
import { mayReadRejected, readRejectedPermission } from './permissions.ts';
import type { Rejection } from './proposal.ts';
import { RejectedOf } from './schema.ts';
import { findRejections } from './store.ts';

/** Lists rejected proposals of the kinds that the reader's roles may see. */
export const rejected = staff(readRejectedPermission)
  .input(RejectedOf)
  .handler(async function rejected({ context: { tx, person }, input: { kinds, subjects } }): Promise<Rejection[]> {
    const read = kinds.filter((kind) => mayReadRejected(kind, person.roles));
    return read.length === 0 ? [] : findRejections(tx, { kinds: read, subjects });
  });

export const approvalsApi = { rejected };
