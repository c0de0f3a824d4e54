import { formatDateTime } from '../../../../ui/format.ts';
import type { Rejection } from '../../proposal.ts';

type RejectedByProps = Pick<Rejection, 'decider' | 'decidedAt'> & { readonly proposer: string | null };

export const RejectedBy = ({ proposer, decider, decidedAt }: RejectedByProps) => (
  <p className="num">
    <b>{decidedAt && formatDateTime(decidedAt, { year: true })}</b>{' '}
    <span className="ink-2">
      proposed by {proposer}, rejected by {decider}
    </span>
  </p>
);
