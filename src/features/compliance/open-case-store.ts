import { type Db, newId } from '../../platform/database/database.ts';
import type { NewCase } from './open-case.ts';

export const openOrJoinCase = (tx: Db, { userId, kind, title, alerts, by, at }: NewCase) =>
  newId(tx)`
    select app.open_case(${userId}, ${kind}, ${title}, ${[...alerts]}::uuid[], ${by?.id ?? null}::uuid,
      ${at}) id`;
