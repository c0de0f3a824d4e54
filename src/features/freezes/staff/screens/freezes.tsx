import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { QueryPlaceholder } from '../../../../ui/states.tsx';
import { Rejected } from '../../../approvals/staff/screens/rejected.tsx';
import { type FreezeView, freezeCauses, type StoppedMoneyView, type StoppedOrderView } from '../../views.ts';

const PendingDecision = lazyPart(() => import('./stopped-money.tsx').then((parts) => parts.PendingDecision));
const FreezeDialog = lazyPart(() => import('./freeze-dialogs.tsx').then((parts) => parts.FreezeDialog));
const ReturnDialog = lazyPart(() => import('./freeze-dialogs.tsx').then((parts) => parts.ReturnDialog));
const UnfreezeDialog = lazyPart(() => import('./freeze-dialogs.tsx').then((parts) => parts.UnfreezeDialog));

function FreezeItem({ freeze, siblings }: { freeze: FreezeView; siblings: readonly string[] }) {
  const [open, setOpen] = useState(false);
  const {
    account,
    cause,
    frozenAt,
    frozenBy,
    reason,
    party,
    caseId,
    caseNumber,
    liftedAt,
    liftedBy,
    unfreezeProposal,
  } = freeze;
  return (
    <li className="stack-s">
      <p className="num">
        <Badge kind={liftedAt ? 'other' : 'rejected'}>{liftedAt ? 'Lifted' : 'Frozen'}</Badge>{' '}
        {liftedAt ? 'frozen on' : 'since'} {formatDateTime(frozenAt, { year: true })}
        {frozenBy && ` by ${frozenBy}`}: {freezeCauses[cause]}
        {party && ` (${party})`}.{' '}
        {account && (
          <>
            On their joined account{' '}
            <Link className="link" to={`/admin/customers/${account.id}`}>
              {account.name}
            </Link>
            .{' '}
          </>
        )}
        {caseId && (
          <Link className="link" to={`/admin/aml-compliance/cases/${caseId}`}>
            Case {caseNumber}
          </Link>
        )}
        {reason && <span className="ink-2 wrap-any"> “{reason}”</span>}
        {liftedAt && ` Lifted ${formatDateTime(liftedAt, { year: true })}${liftedBy ? ` by ${liftedBy}` : ''}.`}
      </p>
      {unfreezeProposal && <PendingDecision waiting={unfreezeProposal} subject="unfreeze" />}
      <Rejected kinds={['thaw']} subject={freeze.id} among={siblings} />
      {!liftedAt && !unfreezeProposal && cause !== 'not_me' && (
        <div>
          <Button variant="line" size="small" onClick={() => setOpen(true)}>
            Propose unfreeze
          </Button>
        </div>
      )}
      {open && <UnfreezeDialog freeze={freeze} onClose={() => setOpen(false)} />}
    </li>
  );
}

function FrozenCustomers({ others }: Pick<StoppedOrderView, 'others'>) {
  return (
    <>
      {' '}
      Linked to {others.length === 1 ? 'a frozen customer' : 'frozen customers'}:{' '}
      {others.map(({ id, name }, n) => (
        <span key={id}>
          {n > 0 && ', '}
          <Link className="link" to={`/admin/customers/${id}`}>
            {name}
          </Link>
        </span>
      ))}
      .
    </>
  );
}

type StoppedOrderProps = { order: StoppedOrderView; stopped: boolean; siblings: readonly string[] };

function StoppedOrder({ order, stopped, siblings }: StoppedOrderProps) {
  const [open, setOpen] = useState(false);
  const action = stopped ? 'return' : 'release';
  const isSurplus = stopped && !order.ended;
  return (
    <li className="stack-s">
      <p className="num">
        <Link className="link" to={`/admin/${order.kind}s/${order.id}`}>
          {order.reference}
        </Link>{' '}
        {order.received}
        {isSurplus && ' on top of the order amount'}: {order.decided ? `${action} approved by two people.` : 'on hold.'}
        {order.others.length > 0 && <FrozenCustomers others={order.others} />}
      </p>
      {order.waiting && (
        <PendingDecision
          waiting={order.waiting}
          subject={stopped ? `return ${order.received} of ${order.reference}` : `release ${order.reference}`}
        />
      )}
      <Rejected kinds={['frozen_return']} subject={order.id} among={siblings} />
      {!order.decided && !order.waiting && (
        <div>
          <Button variant="line" size="small" onClick={() => setOpen(true)}>
            Propose {action}
          </Button>
        </div>
      )}
      {open && <ReturnDialog order={order} stopped={stopped} onClose={() => setOpen(false)} />}
    </li>
  );
}

/** Unallocated money linked to this customer by an account, a wallet or an earlier order. */
function StoppedMoneyItem({ money, siblings }: { money: StoppedMoneyView; siblings: readonly string[] }) {
  const [open, setOpen] = useState(false);
  const { reference, received, decided, waiting } = money;
  return (
    <li className="stack-s">
      <p className="num">
        <Link className="link" to="/admin/unallocated-funds">
          Unallocated
        </Link>{' '}
        <span className="wrap-any">{reference}</span> {received} linked to this customer:{' '}
        {decided ? 'return approved by two people.' : 'on hold.'}
      </p>
      {waiting && <PendingDecision waiting={waiting} subject={`return ${reference}`} />}
      <Rejected kinds={['frozen_return']} subject={money.id} among={siblings} />
      {!decided && !waiting && (
        <div>
          <Button variant="line" size="small" onClick={() => setOpen(true)}>
            Propose return
          </Button>
        </div>
      )}
      {open && <ReturnDialog order={money} stopped onClose={() => setOpen(false)} />}
    </li>
  );
}

export function Freezes({ userId }: { userId: string }) {
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery(api.compliance.freezes.queryOptions({ input: { userId } }));
  if (!data)
    return (
      <QueryPlaceholder
        query={{ error, refetch }}
        text="We couldn't load the freezes of this customer."
        label="Loading freezes"
        lines={[30]}
      />
    );
  const itemIds = [...data.orders, ...data.money].map(({ id }) => id);
  return (
    <section className="stack-s" aria-labelledby="freezes">
      <div className="row between wraps">
        <h2 className="part" id="freezes">
          {data.stopped ? 'Frozen' : 'Not frozen'}
        </h2>
        <Button variant="bad-line" size="small" onClick={() => setOpen(true)}>
          Freeze
        </Button>
      </div>
      {data.stopped && <p>Payouts, returns, releases and new orders are stopped.</p>}
      {data.freezes.length > 0 && (
        <ul className="plain stack-s">
          {data.freezes.map((freeze) => (
            <FreezeItem key={freeze.id} freeze={freeze} siblings={data.freezes.map(({ id }) => id)} />
          ))}
        </ul>
      )}
      {data.orders.length + data.money.length > 0 && (
        <ul className="plain stack-s" aria-label="Money on hold">
          {data.orders.map((order) => (
            <StoppedOrder key={order.id} order={order} stopped={data.stopped} siblings={itemIds} />
          ))}
          {data.money.map((money) => (
            <StoppedMoneyItem key={money.id} money={money} siblings={itemIds} />
          ))}
        </ul>
      )}
      {open && <FreezeDialog userId={userId} onClose={() => setOpen(false)} />}
    </section>
  );
}
