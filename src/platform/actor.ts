import type { AuditEntry } from './audit.ts';

export type AuditActor = {
  readonly kind: 'customer' | 'staff' | 'system';
  readonly id: string | null;
  readonly roles: readonly string[];
  readonly requestId: string | null;
};

export const system = { kind: 'system', id: null, roles: [], requestId: null } as const satisfies AuditActor;

type ActingContext = {
  readonly person: { readonly id: string; readonly roles: readonly string[] };
  readonly request: { readonly id: string };
};

export const actorFrom = (
  kind: 'customer' | 'staff',
  { person: { id, roles }, request }: ActingContext,
): AuditActor => ({
  kind,
  id,
  roles,
  requestId: request.id,
});

export const auditActor = ({
  kind,
  id,
  roles,
  requestId,
}: AuditActor): Pick<AuditEntry, 'actorId' | 'actorRole' | 'requestId'> => ({
  actorId: id,
  actorRole: kind === 'staff' ? roles.join(',') : kind,
  requestId,
});
