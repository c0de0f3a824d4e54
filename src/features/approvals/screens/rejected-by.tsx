import { momentText } from '../../../ui/format.ts';
import type { Rejection } from '../proposal.ts';

type RejectedByProps = Pick<Rejection, 'decider' | 'decidedAt'> & { readonly proposer: string | null };

/** When something was rejected, who had asked for it and who rejected it, above what it was. */
export const RejectedBy = ({ proposer, decider, decidedAt }: RejectedByProps) => (
  <p className="num">
    <b>{decidedAt && momentText(decidedAt, { year: true })}</b>{' '}
    <span className="ink-2">
      proposed by {proposer}, rejected by {decider}
    </span>
  </p>
);
