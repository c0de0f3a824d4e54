import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { momentText } from '../../../ui/format.ts';
import { later } from '../../../ui/later.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { Rejected } from '../../approvals/screens/rejected.tsx';
import { freezeCauses } from '../causes.ts';
import type { FreezeLine, KeptOrderLine, StoppedMoneyLine } from '../views.ts';
import { Waits } from './waits.tsx';

const FreezeDialog = later(() => import('./freeze-dialogs.tsx').then((parts) => parts.FreezeDialog));
const ReturnDialog = later(() => import('./freeze-dialogs.tsx').then((parts) => parts.ReturnDialog));
const ThawDialog = later(() => import('./freeze-dialogs.tsx').then((parts) => parts.ThawDialog));

/** Since when, by whom, because of what; and the way to its end. */
function Line({ freeze, among }: { freeze: FreezeLine; among: readonly string[] }) {
  const [open, setOpen] = useState(false);
  const { account, cause, frozenAt, frozenBy, reason, party, caseId, caseNumber, liftedAt, liftedBy, thaw } = freeze;
  return (
    <li className="stack-s">
      <p className="num">
        <Badge kind={liftedAt ? 'other' : 'rejected'}>{liftedAt ? 'Thawed' : 'Frozen'}</Badge> since{' '}
        {momentText(frozenAt, { year: true })}
        {frozenBy && ` by ${frozenBy}`}: {freezeCauses[cause]}
        {party && ` (${party})`}.{' '}
        {account && (
          <>
            On the joined account of{' '}
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
        {liftedAt && ` Ended ${momentText(liftedAt, { year: true })}${liftedBy ? ` by ${liftedBy}` : ''}.`}
      </p>
      {thaw && <Waits waiting={thaw} what="thaw" />}
      <Rejected kinds={['thaw']} subject={freeze.id} among={among} />
      {!liftedAt && !thaw && cause !== 'not_me' && (
        <div>
          <Button look="line" size="small" onClick={() => setOpen(true)}>
            Propose to thaw
          </Button>
        </div>
      )}
      {open && <ThawDialog freeze={freeze} onClose={() => setOpen(false)} />}
    </li>
  );
}

/** Whose freeze stops the order of somebody else. */
function KnownBy({ others }: Pick<KeptOrderLine, 'others'>) {
  return (
    <>
      {' '}
      Its account, wallet or money is known of somebody frozen:{' '}
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

type KeptProps = { order: KeptOrderLine; stopped: boolean; among: readonly string[] };

/** An ended order of a frozen customer whose money is here; or one of any other that somebody's freeze stops. */
function Kept({ order, stopped, among }: KeptProps) {
  const [open, setOpen] = useState(false);
  const act = stopped ? 'give it back' : 'let it move';
  const beside = stopped && !order.ended;
  return (
    <li className="stack-s">
      <p className="num">
        <Link className="link" to={`/admin/${order.kind}s/${order.id}`}>
          {order.reference}
        </Link>{' '}
        {order.received}
        {beside && ', beside its own,'}{' '}
        {order.decided ? `may ${stopped ? 'go back' : 'move'}: two people decided it.` : 'stays with us.'}
        {order.others.length > 0 && <KnownBy others={order.others} />}
      </p>
      {order.waiting && (
        <Waits
          waiting={order.waiting}
          what={stopped ? `give back ${order.received} of ${order.reference}` : `let move ${order.reference}`}
        />
      )}
      <Rejected kinds={['frozen_return']} subject={order.id} among={among} />
      {!order.decided && !order.waiting && (
        <div>
          <Button look="line" size="small" onClick={() => setOpen(true)}>
            Propose to {act}
          </Button>
        </div>
      )}
      {open && <ReturnDialog order={order} stopped={stopped} onClose={() => setOpen(false)} />}
    </li>
  );
}

/** Unassigned money from where this customer is known, or off their order: nobody may know whose it is. */
function Money({ money, among }: { money: StoppedMoneyLine; among: readonly string[] }) {
  const [open, setOpen] = useState(false);
  const { reference, received, decided, waiting } = money;
  return (
    <li className="stack-s">
      <p className="num">
        <Link className="link" to="/admin/unassigned">
          Unassigned
        </Link>{' '}
        <span className="wrap-any">{reference}</span> {received}, from where they are known or off their order,{' '}
        {decided ? 'may go back: two people decided it.' : 'stays with us.'}
      </p>
      {waiting && <Waits waiting={waiting} what={`give back ${reference}`} />}
      <Rejected kinds={['frozen_return']} subject={money.id} among={among} />
      {!decided && !waiting && (
        <div>
          <Button look="line" size="small" onClick={() => setOpen(true)}>
            Propose to give it back
          </Button>
        </div>
      )}
      {open && <ReturnDialog order={money} stopped onClose={() => setOpen(false)} />}
    </li>
  );
}

/** Whether nothing of a customer moves, why, and what may be done about it. For compliance alone. */
export function Freezes({ userId }: { userId: string }) {
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery(api.compliance.freezes.queryOptions({ input: { userId } }));
  if (!data)
    return (
      <NotYet
        asked={{ error, refetch }}
        text="Whether this customer is frozen could not be read."
        label="Looking whether this customer is frozen"
        lines={[30]}
      />
    );
  const here = [...data.orders, ...data.money].map(({ id }) => id);
  return (
    <section className="stack-s" aria-labelledby="freezes">
      <div className="row between wraps">
        <h2 className="part" id="freezes">
          {data.stopped ? 'Frozen' : 'Not frozen'}
        </h2>
        <Button look="bad-line" size="small" onClick={() => setOpen(true)}>
          Freeze
        </Button>
      </div>
      {data.stopped && <p>Nothing of this customer is paid, returned or released, and no order of theirs is taken.</p>}
      {data.freezes.length > 0 && (
        <ul className="plain stack-s">
          {data.freezes.map((freeze) => (
            <Line key={freeze.id} freeze={freeze} among={data.freezes.map(({ id }) => id)} />
          ))}
        </ul>
      )}
      {data.orders.length + data.money.length > 0 && (
        <ul className="plain stack-s" aria-label="What is with us">
          {data.orders.map((order) => (
            <Kept key={order.id} order={order} stopped={data.stopped} among={here} />
          ))}
          {data.money.map((money) => (
            <Money key={money.id} money={money} among={here} />
          ))}
        </ul>
      )}
      {open && <FreezeDialog userId={userId} onClose={() => setOpen(false)} />}
    </section>
  );
}
