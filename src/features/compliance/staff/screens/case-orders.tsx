import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { Badge, StatusBadge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { call } from '../../../../ui/client.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { formatWithUnit, groupThousands } from '../../../../ui/number-format.ts';
import { readReason } from '../../../trading/order/reasons.ts';
import { sideLabels } from '../../../trading/staff/screens/state-labels.ts';
import type { CaseOrder, CaseView } from '../../views.ts';
import { misfitLabels, screeningLabels } from './labels.ts';
import { useAction } from './use-action.ts';

const DecideReleaseDialog = lazyPart(() => import('./case-dialogs.tsx').then((parts) => parts.DecideReleaseDialog));
const HoldDialog = lazyPart(() => import('./case-dialogs.tsx').then((parts) => parts.HoldDialog));
const ReleaseDialog = lazyPart(() => import('./case-dialogs.tsx').then((parts) => parts.ReleaseDialog));

type OrderProps = { caseView: CaseView; order: CaseOrder };
type Release = NonNullable<CaseOrder['release']>;

function PendingRelease({ caseView, order, release }: OrderProps & { release: Release }) {
  const [decision, setDecision] = useState<'approve' | 'reject' | null>(null);
  const { reference } = order;
  const withdraw = useAction({
    send: () => call.compliance.decideRelease({ proposalId: release.proposalId, decision: 'withdraw' }),
    notice: 'releaseWithdrawn',
    params: { reference },
  });
  const by = release.mayWithdraw ? 'You' : release.proposedBy.name;
  return (
    <section className="two-eyes" aria-label={`Second approval: ${reference}`}>
      <div className="eyes">
        <div className="e ok2">
          <b>{by}</b> proposed the release
          <br />
          <span className="num ink-2">{formatDateTime(release.proposedAt)}</span>
        </div>
        <ArrowRight className="ic" aria-hidden="true" />
        <div className={release.mayDecide ? 'e mine' : 'e'}>
          <b>{release.mayDecide ? 'You' : 'A second person (compliance or admin)'}</b> can decide
          <br />
          <span className="ink-2">{by} can't</span>
        </div>
      </div>
      {release.note && <p className="wrap-any">“{release.note}”</p>}
      <div className="row">
        {release.mayDecide && (
          <>
            <Button size="small" label={`Approve the release of ${reference}`} onClick={() => setDecision('approve')}>
              Approve release
            </Button>
            <Button
              variant="bad-line"
              size="small"
              label={`Reject the release of ${reference}`}
              onClick={() => setDecision('reject')}
            >
              Reject
            </Button>
          </>
        )}
        {release.mayWithdraw && (
          <Button variant="line" size="small" busy={withdraw.isPending} onClick={() => withdraw.mutate(undefined)}>
            Withdraw
          </Button>
        )}
      </div>
      {decision && (
        <DecideReleaseDialog
          caseView={caseView}
          order={order}
          decision={decision}
          proposalId={release.proposalId}
          onClose={() => setDecision(null)}
        />
      )}
    </section>
  );
}

const getReleaseObstacle = ({ held, mayRelease, release }: CaseOrder, canWork: boolean): string | null =>
  held && !mayRelease && !release && canWork ? 'Screen the wallet before releasing it.' : null;

function OrderLine({ caseView, order }: OrderProps) {
  const [open, setOpen] = useState<'hold' | 'release' | null>(null);
  const { id, reference, side, coins, symbol, jmd, placedAt, status, held, holdReason, screening, twoPeople } = order;
  const wallet = screening && screeningLabels[screening];
  const obstacle = getReleaseObstacle(order, caseView.may.work);
  const close = () => setOpen(null);
  return (
    <li className="case-order">
      <div className="row between">
        <Link className="link b num" to={`/admin/orders/${id}`}>
          {reference}
        </Link>
        <span className="row">
          {wallet && <Badge kind={wallet.kind}>{wallet.text}</Badge>}
          {held ? <Badge kind="rejected">Held</Badge> : <StatusBadge status={status} />}
        </span>
      </div>
      <p className="ink-2 num">
        {sideLabels[side]} {formatWithUnit(groupThousands(coins), symbol)}, J${groupThousands(jmd)},{' '}
        {formatDateTime(placedAt, { year: true })}
      </p>
      {held && (
        <p className="held">
          <b>Held.</b> {(holdReason && readReason('hold', holdReason)?.staff) ?? holdReason}
          {order.misfit && ` ${misfitLabels[order.misfit]}`}
          {twoPeople && ' The release needs two people.'} {obstacle}
        </p>
      )}
      {order.release && <PendingRelease caseView={caseView} order={order} release={order.release} />}
      {(order.mayHold || order.mayRelease) && (
        <div className="row">
          {order.mayHold && (
            <Button variant="bad-line" size="small" label={`Hold ${reference}`} onClick={() => setOpen('hold')}>
              Hold
            </Button>
          )}
          {order.mayRelease && (
            <Button
              variant="line"
              size="small"
              label={`${twoPeople ? 'Propose the release of' : 'Release'} ${reference}`}
              onClick={() => setOpen('release')}
            >
              {twoPeople ? 'Propose release' : 'Release'}
            </Button>
          )}
        </div>
      )}
      {open === 'hold' && <HoldDialog caseView={caseView} order={order} onClose={close} />}
      {open === 'release' && <ReleaseDialog caseView={caseView} order={order} onClose={close} />}
    </li>
  );
}

export const CaseOrders = ({ caseView }: { caseView: CaseView }) => (
  <PageSection id="orders" title="Orders">
    {caseView.orderLines.length > 0 ? (
      <ul className="case-orders">
        {caseView.orderLines.map((order) => (
          <OrderLine key={order.id} caseView={caseView} order={order} />
        ))}
      </ul>
    ) : (
      <p className="ink-2">No orders</p>
    )}
  </PageSection>
);
