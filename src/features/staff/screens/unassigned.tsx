import { useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ageText, dayText } from '../../../ui/format.ts';
import { later } from '../../../ui/later.tsx';
import { Link } from '../../../ui/link.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { NextPage } from '../../../ui/pager.tsx';
import { Rejected } from '../../approvals/screens/rejected.tsx';
import { StoppedMoney } from '../../freezes/screens/stopped-money.tsx';
import { amountWords, unitsOf } from '../../movements/amount.ts';
import { whyWords } from '../../movements/unassigned-why.ts';
import '../../../ui/desk/desk-page.css';
import { deskMeta } from '../../../ui/desk/frame.tsx';
import { usePages } from '../../../ui/desk/use-list.ts';
import type { UnassignedLine } from './desk/data.ts';
import { Keeper } from './desk/keeper.tsx';
import { OpenCards } from './desk/open-cards.tsx';
import { Frozen, frozenFacts, partyFacts } from './desk/order-facts.tsx';
import { type MoneyAct, moneyActs } from './desk/unassigned-acts.ts';

const MoneyDialog = later(() => import('./desk/unassigned-dialogs.tsx').then((parts) => parts.MoneyDialog));
const RecordDialog = later(() => import('./desk/unassigned-dialogs.tsx').then((parts) => parts.RecordDialog));

export const meta = () => deskMeta('Unassigned money');

/** Money and coins that came in and stand on nothing: each until it is attached, or went back. */
export default function UnassignedScreen() {
  return (
    <div className="compliance">
      <UnassignedMoney />
    </div>
  );
}

function UnassignedMoney() {
  const { first, lines, error, ...query } = usePages(api.unassigned.list, (after) => ({ after }));
  const [recording, setRecording] = useState(false);
  const ids = lines?.map(({ id }) => id) ?? [];
  return (
    <div className="desk-page">
      <header className="page-head">
        <div className="row between wraps">
          <h1>Unassigned money</h1>
          {first?.works && <Button onClick={() => setRecording(true)}>Record what came in</Button>}
        </div>
        <p className="ink-2">
          What came in stands on exactly one order or payment, or here, the oldest first. From here it is attached, in
          parts if need be, or goes back to where it came from.
        </p>
      </header>
      {lines?.length === 0 && (
        <EmptyState title="Nothing is unassigned" text="What is taken off an order shows up here by itself." />
      )}
      <ul className="notes">
        {first && lines?.map((line) => <Money key={line.id} line={line} among={ids} now={first.now} />)}
      </ul>
      {query.hasNextPage && <NextPage asked={query} shown={lines?.length ?? 0} />}
      {(!lines || error) && (
        <NotYet asked={{ error, refetch: query.refetch }} text="The list could not be read." lines={[60, 90, 60]} />
      )}
      <OpenCards />
      {recording && <RecordDialog onClose={() => setRecording(false)} />}
    </div>
  );
}

/** How far it is, in a badge. */
function standsAs({ waiting, leaving, left, stopped }: UnassignedLine): Parameters<typeof Badge>[0] {
  if (stopped && !stopped.decided) return { kind: 'rejected', children: 'Stopped: compliance decides' };
  if (waiting)
    return { kind: 'pending', children: waiting.kind === 'return' ? 'Return to approve' : 'Undoing to approve' };
  if (leaving.some(({ leftId }) => leftId === null)) return { kind: 'approved', children: 'To be sent back' };
  return unitsOf(left) === 0n ? { kind: 'other', children: 'Sent back' } : { kind: 'pending', children: 'Unassigned' };
}

/** One of them: how much is left, from whom, since when, and what may be done. */
function Money({ line, among, now }: { line: UnassignedLine; among: readonly string[]; now: Date }) {
  const [act, setAct] = useState<MoneyAct | null>(null);
  const { amount, left, reference, since, recordedBy, through, waiting, mine } = line;
  const whole = unitsOf(left) === unitsOf(amount);
  const name = `${amountWords(left)}, ${reference ?? 'no reference'}`;
  return (
    <li className="stack-s unassigned" aria-label={name}>
      <p className="row wraps wrap-any">
        <b className="num">{amountWords(left)}</b> <Badge {...standsAs(line)} />
        <span className="age">{ageText(since, now)}</span>
      </p>
      <p className="ink-2 num wrap-any">
        {!whole && <>Of {amountWords(amount)}. </>}
        Came in {dayText(line.movedAt, { year: true })} from {partyFacts(line)}, under{' '}
        <span className="code">{reference ?? 'no reference'}</span>. Recorded by {recordedBy ?? 'nobody known'}.
      </p>
      <p className="wrap-any">
        {whyWords(line)}{' '}
        {through.map(({ kind, id, reference: of }) => (
          <Link key={id} className="link" to={`/admin/${kind}s/${id}`}>
            {of}
          </Link>
        ))}
      </p>
      {line.stopped && (
        <StoppedMoney
          money={{ id: line.id, reference: reference ?? 'no reference', received: amountWords(left) }}
          stopped={line.stopped}
        />
      )}
      <Keeper line={line} name={name} />
      {line.part > 1 && <p className="ink-2">Another person than who recorded it attaches it.</p>}
      {waiting && (
        <>
          <p className="ink-2">Asked for by {waiting.mine ? 'you' : waiting.preparedBy}.</p>
          <Frozen facts={frozenFacts(waiting.frozen)} />
        </>
      )}
      <Rejected kinds={['return', 'undo', 'frozen_return']} subject={line.id} among={among} />
      <div className="row wraps">
        {mine.map((one) => (
          <Button
            key={one}
            size="small"
            look={moneyActs[one].grave ? 'bad' : moneyActs[one].first ? 'primary' : 'line'}
            label={`${moneyActs[one].name}: ${name}`}
            onClick={() => setAct(one)}
          >
            {moneyActs[one].name}
          </Button>
        ))}
      </div>
      {act && <MoneyDialog act={act} line={line} onClose={() => setAct(null)} />}
    </li>
  );
}
