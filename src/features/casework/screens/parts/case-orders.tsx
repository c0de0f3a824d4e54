import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Badge, StatusBadge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { call } from '../../../../ui/client.ts';
import { Part } from '../../../../ui/desk/part.tsx';
import { grouped, withUnit } from '../../../../ui/figures.ts';
import { momentText } from '../../../../ui/format.ts';
import { later } from '../../../../ui/later.tsx';
import { useAct } from '../../../compliance/screens/parts/use-act.ts';
import type { CaseOrder, CaseView } from '../../../compliance/views.ts';
import { readReason } from '../../../trading/order/reasons.ts';
import { sideWords } from '../../../trading/screens/desk-words.ts';
import { misfitWords, screeningWords } from './words.ts';

const DecideReleaseDialog = later(() => import('./order-dialogs.tsx').then((parts) => parts.DecideReleaseDialog));
const HoldDialog = later(() => import('./order-dialogs.tsx').then((parts) => parts.HoldDialog));
const ReleaseDialog = later(() => import('./order-dialogs.tsx').then((parts) => parts.ReleaseDialog));

type OrderProps = { folder: CaseView; order: CaseOrder };
type Release = NonNullable<CaseOrder['release']>;

/** A release that waits for its second person: who asked, who may decide, and the decision. */
function Waiting({ folder, order, release }: OrderProps & { release: Release }) {
  const [decision, setDecision] = useState<'approve' | 'reject' | null>(null);
  const { reference } = order;
  const withdraw = useAct({
    send: () => call.compliance.decideRelease({ proposalId: release.proposalId, decision: 'withdraw' }),
    says: 'releaseWithdrawn',
    params: { reference },
  });
  const by = release.mayWithdraw ? 'You' : release.proposedBy.name;
  return (
    <section className="two-eyes" aria-label={`Two pairs of eyes: ${reference}`}>
      <div className="eyes">
        <div className="e ok2">
          <b>{by}</b> proposed the release
          <br />
          <span className="num ink-2">{momentText(release.proposedAt)}</span>
        </div>
        <ArrowRight className="ic" aria-hidden="true" />
        <div className={release.mayDecide ? 'e mine' : 'e'}>
          <b>{release.mayDecide ? 'You' : 'Somebody else of compliance or admin'}</b> may decide it
          <br />
          <span className="ink-2">{by} may not</span>
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
              look="bad-line"
              size="small"
              label={`Refuse the release of ${reference}`}
              onClick={() => setDecision('reject')}
            >
              Refuse
            </Button>
          </>
        )}
        {release.mayWithdraw && (
          <Button look="line" size="small" busy={withdraw.isPending} onClick={() => withdraw.mutate(undefined)}>
            Take back
          </Button>
        )}
      </div>
      {decision && (
        <DecideReleaseDialog
          {...{ folder, order, decision }}
          proposalId={release.proposalId}
          onClose={() => setDecision(null)}
        />
      )}
    </section>
  );
}

/** Why a held order cannot be released here yet. */
const stays = ({ held, mayRelease, release }: CaseOrder, works: boolean): string | null =>
  held && !mayRelease && !release && works ? 'It can be released once its wallet was screened.' : null;

function OrderLine({ folder, order }: OrderProps) {
  const [open, setOpen] = useState<'hold' | 'release' | null>(null);
  const { id, reference, side, coins, symbol, jmd, placedAt, status, held, holdReason, screening, twoPeople } = order;
  const wallet = screening && screeningWords[screening];
  const why = stays(order, folder.may.work);
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
        {sideWords[side]} {withUnit(grouped(coins), symbol)}, J${grouped(jmd)}, {momentText(placedAt, { year: true })}
      </p>
      {held && (
        <p className="held">
          <b>Held.</b> {(holdReason && readReason('hold', holdReason)?.staff) ?? holdReason}
          {order.misfit && ` ${misfitWords[order.misfit]}`}
          {twoPeople && ' Its release takes two people.'} {why}
        </p>
      )}
      {order.release && <Waiting folder={folder} order={order} release={order.release} />}
      {(order.mayHold || order.mayRelease) && (
        <div className="row">
          {order.mayHold && (
            <Button look="bad-line" size="small" label={`Hold ${reference}`} onClick={() => setOpen('hold')}>
              Hold
            </Button>
          )}
          {order.mayRelease && (
            <Button
              look="line"
              size="small"
              label={`${twoPeople ? 'Propose the release of' : 'Release'} ${reference}`}
              onClick={() => setOpen('release')}
            >
              {twoPeople ? 'Propose release' : 'Release'}
            </Button>
          )}
        </div>
      )}
      {open === 'hold' && <HoldDialog {...{ folder, order }} onClose={close} />}
      {open === 'release' && <ReleaseDialog {...{ folder, order }} onClose={close} />}
    </li>
  );
}

/** The orders that a case is about, each with what may be done to it here. */
export const CaseOrders = ({ folder }: { folder: CaseView }) => (
  <Part id="orders" title="Orders">
    {folder.orderLines.length > 0 ? (
      <ul className="case-orders">
        {folder.orderLines.map((order) => (
          <OrderLine key={order.id} folder={folder} order={order} />
        ))}
      </ul>
    ) : (
      <p className="ink-2">No order stands in this case.</p>
    )}
  </Part>
);
