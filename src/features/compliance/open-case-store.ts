import { type Db, newId } from '../../platform/database/database.ts';
import type { CaseKind } from './cases.ts';

export type NewCase = {
  readonly userId: string;
  readonly kind: CaseKind;
  readonly title: string;
  /** Alert ids of this customer. Their orders join the case too. */
  readonly alerts: readonly string[];
  /** Null if the system opens the case. */
  readonly by: { readonly id: string; readonly roles: readonly string[]; readonly requestId: string | null } | null;
  readonly at: Date;
};

export const openOrJoinCase = (tx: Db, { userId, kind, title, alerts, by, at }: NewCase) =>
  newId(tx)`
    select app.open_case(${userId}, ${kind}, ${title}, ${[...alerts]}::uuid[], ${by?.id ?? null}::uuid,
      ${at}) id`;
