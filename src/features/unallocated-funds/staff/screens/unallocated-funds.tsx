import { useState } from 'react';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api, call } from '../../../../ui/client.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { formatAge, formatDateTime, formatDay } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { Link } from '../../../../ui/link.tsx';
import { NextPage } from '../../../../ui/pager.tsx';
import { QueryPlaceholder } from '../../../../ui/states.tsx';
import { Rejected } from '../../../approvals/staff/screens/rejected.tsx';
import { StoppedMoney } from '../../../freezes/staff/screens/stopped-money.tsx';
import { formatAmount, minorUnitsOf } from '../../../ledger/amount.ts';
import { formatReason } from '../../../ledger/unallocated-reasons.ts';
import '../../../../ui/admin/admin-page.css';
import { useMutation } from '@tanstack/react-query';
import { adminMeta } from '../../../../ui/admin/frame.tsx';
import { useInvalidate } from '../../../../ui/admin/use-invalidate.ts';
import { usePages } from '../../../../ui/admin/use-list.ts';
import { toastRefusal } from '../../../../ui/error-message.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { formatParty, getPayloadDetails, PayloadDetails } from '../../../trading/staff/screens/order-details.tsx';
import { type MoneyAction, moneyActions, type UnallocatedLine } from './money-actions.ts';
import { moneyNotices } from './notices.ts';
import { OpenCards } from './open-cards.tsx';

/** The assigned person. Colleagues with the permission can take over. */
function Assignee({ line, name }: { line: UnallocatedLine; name: string }) {
  const { id: movementId, keeper, settleBy, mayLookAfter } = line;
  const { afterRefresh, refresh } = useInvalidate(api.unallocated.key());
  const take = useMutation({
    mutationFn: () => call.unallocated.assignToSelf({ movementId }),
    onSuccess: () => afterRefresh(() => toastSuccess(moneyNotices.lookAfter)),
    onError: (error) => {
      toastRefusal(error);
      void refresh();
    },
  });
  if (!settleBy) return null;
  const assignee = keeper ? (keeper.isOwn ? 'you' : keeper.name) : 'no one yet';
  return (
    <div className="row wraps">
      <span className="ink-2">
        Assigned to <b>{assignee}</b>. Due by {formatDateTime(settleBy.at)}.
      </span>
      {settleBy.late && <Badge kind="rejected">Late</Badge>}
      {mayLookAfter && (
        <Button
          size="small"
          variant="line"
          busy={take.isPending}
          label={`${keeper ? 'Take over' : 'Take'}: ${name}`}
          onClick={() => take.mutate()}
        >
          {keeper ? 'Take over' : 'Take'}
        </Button>
      )}
    </div>
  );
}

const MoneyDialog = lazyPart(() => import('./money-dialogs.tsx').then((parts) => parts.MoneyDialog));
const RecordDialog = lazyPart(() => import('./money-dialogs.tsx').then((parts) => parts.RecordDialog));

export const meta = () => adminMeta('Unallocated money');

export default function UnallocatedScreen() {
  return (
    <div className="compliance">
      <UnallocatedMoney />
    </div>
  );
}

function UnallocatedMoney() {
  const { first, lines, error, ...query } = usePages(api.unallocated.list, (after) => ({ after }));
  const [isRecording, setIsRecording] = useState(false);
  const ids = lines?.map(({ id }) => id) ?? [];
  return (
    <div className="desk-page">
      <header className="page-head">
        <div className="row between wraps">
          <h1>Unallocated money</h1>
          {first?.works && <Button onClick={() => setIsRecording(true)}>Record money</Button>}
        </div>
        <p className="ink-2">
          Money that belongs to no order or payment yet, oldest first. Attach it, in parts if needed, or refund it.
        </p>
      </header>
      {lines?.length === 0 && (
        <EmptyState title="No unallocated money" text="Payments unlinked from an order show up here." />
      )}
      <ul className="notes">
        {first && lines?.map((line) => <MoneyItem key={line.id} line={line} among={ids} now={first.now} />)}
      </ul>
      {query.hasNextPage && <NextPage query={query} shownCount={lines?.length ?? 0} />}
      {(!lines || error) && (
        <QueryPlaceholder
          query={{ error, refetch: query.refetch }}
          text="We couldn't load the list."
          lines={[60, 90, 60]}
        />
      )}
      <OpenCards />
      {isRecording && <RecordDialog onClose={() => setIsRecording(false)} />}
    </div>
  );
}

function getStateBadge({ waiting, leaving, left, stopped }: UnallocatedLine): Parameters<typeof Badge>[0] {
  if (stopped && !stopped.decided) return { kind: 'rejected', children: 'Blocked: compliance decides' };
  if (waiting)
    return { kind: 'pending', children: waiting.kind === 'return' ? 'Refund to approve' : 'Undo to approve' };
  if (leaving.some(({ sentId }) => sentId === null)) return { kind: 'approved', children: 'Refund to send' };
  return minorUnitsOf(left) === 0n
    ? { kind: 'other', children: 'Refunded' }
    : { kind: 'pending', children: 'Unallocated' };
}

function MoneyItem({ line, among, now }: { line: UnallocatedLine; among: readonly string[]; now: Date }) {
  const [action, setAction] = useState<MoneyAction | null>(null);
  const { amount, left, reference, since, recordedBy, through, waiting, allowed } = line;
  const isUntouched = minorUnitsOf(left) === minorUnitsOf(amount);
  const name = `${formatAmount(left)}, ${reference ?? 'no reference'}`;
  return (
    <li className="stack-s unallocated" aria-label={name}>
      <p className="row wraps wrap-any">
        <b className="num">{formatAmount(left)}</b> <Badge {...getStateBadge(line)} />
        <span className="age">{formatAge(since, now)}</span>
      </p>
      <p className="ink-2 num wrap-any">
        {!isUntouched && <>Of {formatAmount(amount)}. </>}
        Received {formatDay(line.movedAt, { year: true })} from {formatParty(line)}, under{' '}
        <span className="code">{reference ?? 'no reference'}</span>. Recorded by {recordedBy ?? 'unknown'}.
      </p>
      <p className="wrap-any">
        {formatReason(line)}{' '}
        {through.map(({ kind, id, reference: of }) => (
          <Link key={id} className="link" to={`/admin/${kind}s/${id}`}>
            {of}
          </Link>
        ))}
      </p>
      {line.stopped && (
        <StoppedMoney
          money={{ id: line.id, reference: reference ?? 'no reference', received: formatAmount(left) }}
          stopped={line.stopped}
        />
      )}
      <Assignee line={line} name={name} />
      {line.part > 1 && <p className="ink-2">Someone other than the person who recorded this money must attach it.</p>}
      {waiting && (
        <>
          <p className="ink-2">Proposed by {waiting.isOwn ? 'you' : waiting.preparedBy}.</p>
          <PayloadDetails details={getPayloadDetails(waiting.payload)} />
        </>
      )}
      <Rejected kinds={['return', 'undo', 'frozen_return']} subject={line.id} among={among} />
      <div className="row wraps">
        {allowed.map((option) => (
          <Button
            key={option}
            size="small"
            variant={moneyActions[option].grave ? 'bad' : moneyActions[option].first ? 'primary' : 'line'}
            label={`${moneyActions[option].name}: ${name}`}
            onClick={() => setAction(option)}
          >
            {moneyActions[option].name}
          </Button>
        ))}
      </div>
      {action && <MoneyDialog action={action} line={line} onClose={() => setAction(null)} />}
    </li>
  );
}
