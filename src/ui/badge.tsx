import type { ReactNode } from 'react';
import { formatStatus } from './format.ts';

/** Every kind has its own icon, because colour alone is not accessible. */
export type BadgeKind = 'approved' | 'pending' | 'rejected' | 'note' | 'other';

export const Badge = ({ kind = 'other', children }: { kind?: BadgeKind; children: ReactNode }) => (
  <span className={kind === 'other' ? 'badge' : `badge ${kind}`}>{children}</span>
);

const kinds: Record<string, BadgeKind> = {
  approved: 'approved',
  active: 'approved',
  completed: 'approved',
  verified: 'approved',
  received: 'approved',
  sent: 'approved',
  pending: 'pending',
  awaiting: 'pending',
  claimed: 'pending',
  prepared: 'pending',
  rejected: 'rejected',
  failed: 'rejected',
  returned: 'rejected',
};

/** Approved green, pending yellow, rejected red, other grey [000 §4 KYC per tier]. */
export const StatusBadge = ({ status, children }: { status: string; children?: ReactNode }) => (
  <Badge kind={kinds[status] ?? 'other'}>{children ?? formatStatus(status)}</Badge>
);
