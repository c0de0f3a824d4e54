import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isFor } from '../../../kernel/acts.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import { momentText } from '../../../ui/format.ts';
import { later } from '../../../ui/later.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { roleActs } from '../acts.ts';
import type { Past, StaffList } from './data.ts';
import { Members } from './members.tsx';
import type { Asking } from './propose-dialog.tsx';
import { WaitingChange } from './waiting-change.tsx';
import { changeWords } from './words.ts';

const ProposeDialog = later(() => import('./propose-dialog.tsx').then((parts) => parts.ProposeDialog));

export const meta = () => deskMeta('Staff');

/** Who holds which role since when; every change takes two people (decision D2). */
export default function StaffScreen() {
  const { id, roles } = useDeskPerson();
  return (
    <div className="settings">
      <h1>Staff</h1>
      {isFor(roleActs.read, roles) ? (
        <Staff personId={id} mayPropose={isFor(roleActs.propose, roles)} />
      ) : (
        <Notice>Your role does not include this. Compliance or admin read it.</Notice>
      )}
    </div>
  );
}

type StaffProps = { personId: string; mayPropose: boolean };

function Staff(props: StaffProps) {
  const list = useQuery(api.roles.list.queryOptions());
  return (
    <>
      <p className="ink-2">
        Every change takes two people. Admin proposes, somebody else of compliance or admin decides; nobody their own.
      </p>
      {list.data ? (
        <Lists list={list.data} {...props} />
      ) : (
        <NotYet asked={list} text="The staff could not be read." lines={[40, 90, 90, 40, 90]} />
      )}
    </>
  );
}

function Lists({ list, personId, mayPropose }: StaffProps & { list: StaffList }) {
  const [asking, setAsking] = useState<Asking | null>(null);
  return (
    <>
      <section className="setting" aria-labelledby="staff-waiting">
        <header>
          <h2 id="staff-waiting">Waiting for a second person</h2>
          {mayPropose && (
            <Button look="line" onClick={() => setAsking({ act: 'grant' })}>
              Give somebody a role
            </Button>
          )}
        </header>
        {list.waiting.map((waiting) => (
          <WaitingChange key={waiting.id} waiting={waiting} personId={personId} />
        ))}
        {list.waiting.length === 0 && <p className="ink-2">Nothing waits.</p>}
      </section>
      <section className="setting" aria-labelledby="staff-now">
        <header>
          <h2 id="staff-now">Staff now</h2>
          <span className="ink-3 num">{list.staff.length}</span>
        </header>
        <Members staff={list.staff} personId={personId} mayPropose={mayPropose} onAsk={setAsking} />
      </section>
      <History past={list.past} />
      {asking && <ProposeDialog asking={asking} onClose={() => setAsking(null)} />}
    </>
  );
}

const History = ({ past }: { past: readonly Past[] }) => (
  <section className="setting" aria-labelledby="staff-past">
    <header>
      <h2 id="staff-past">History</h2>
    </header>
    {past.length === 0 && <p className="ink-2">No role changed hands yet.</p>}
    <ol className="past">
      {past.map(({ id, change, proposer, state, decider, decidedAt, reason }) => (
        <li key={id}>
          <p>
            <b>{changeWords(change)}</b> <StatusBadge status={state} />
          </p>
          <p className="wrap-any">“{change.why}”</p>
          <p className="num ink-2">
            Proposed by {proposer}, {state} by {decider ?? 'nobody'}
            {decidedAt && `, ${momentText(decidedAt, { year: true })}`}
          </p>
          {reason && <p className="wrap-any">“{reason}”</p>}
        </li>
      ))}
    </ol>
  </section>
);
