import type { AuditEntry } from './audit.ts';

/** Who moves something on: its customer, staff, or the product itself. */
export type Mover = {
  readonly kind: 'customer' | 'staff' | 'system';
  readonly id: string | null;
  readonly roles: readonly string[];
  readonly requestId: string | null;
};

/** The product, where nobody asked for it. */
export const system = { kind: 'system', id: null, roles: [], requestId: null } as const satisfies Mover;

type Asking = {
  readonly person: { readonly id: string; readonly roles: readonly string[] };
  readonly request: { readonly id: string };
};

/** Whoever asked for it. */
export const asMover = (kind: 'customer' | 'staff', { person: { id, roles }, request }: Asking): Mover => ({
  ...{ kind, id, roles },
  requestId: request.id,
});

/** Who did it, in a line of the audit log. */
export const byMover = ({
  kind,
  id,
  roles,
  requestId,
}: Mover): Pick<AuditEntry, 'actorId' | 'actorRole' | 'requestId'> => ({
  actorId: id,
  actorRole: kind === 'staff' ? roles.join(',') : kind,
  requestId,
});
