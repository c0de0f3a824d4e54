import { audit } from '../../platform/audit.ts';
import { announce, type Db } from '../../platform/database.ts';
import type { CaseKind } from './cases.ts';
import { openOrAdd } from './open-store.ts';

export type NewCase = {
  readonly userId: string;
  readonly kind: CaseKind;
  /** For staff, a few words. */
  readonly title: string;
  /** Ids of alerts of this customer; their orders come along. */
  readonly alerts: readonly string[];
  /** The member of staff who opens it and the request; null where the product does, in whoever's transaction. */
  readonly by: { readonly id: string; readonly roles: readonly string[]; readonly requestId: string | null } | null;
  readonly at: Date;
};

/**
 * Opens a case about a customer, for people to decide (decision A8), and answers its id. Where one of the same kind is
 * open already, the alerts join that one; a `manual` case is always a new one. May run inside the customer's own act:
 * nothing of it can be read there.
 */
export async function openCase(tx: Db, wish: NewCase): Promise<string> {
  const { by, kind, title, userId } = wish;
  const id = await openOrAdd(tx, wish);
  await audit(tx, {
    actorId: by?.id ?? null,
    actorRole: by?.roles.join(',') ?? 'system',
    action: 'compliance.case_gathered',
    subjectType: 'case',
    subjectId: id,
    aboutId: userId,
    after: { customer: userId, kind, title, alerts: wish.alerts },
    requestId: by?.requestId ?? null,
  });
  announce(tx, 'compliance');
  return id;
}
