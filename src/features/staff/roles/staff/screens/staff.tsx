import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { roleAllows } from '../../../../../kernel/permissions.ts';
import { ApprovalPanel } from '../../../../../ui/admin/approval-panel.tsx';
import { adminMeta, useStaffUser } from '../../../../../ui/admin/frame.tsx';
import { useDecide } from '../../../../../ui/admin/use-decide.ts';
import { StatusBadge } from '../../../../../ui/badge.tsx';
import { Button } from '../../../../../ui/button.tsx';
import { api, type call } from '../../../../../ui/client.ts';
import { formatDateTime, formatDay } from '../../../../../ui/format.ts';
import { lazyPart } from '../../../../../ui/lazy-part.tsx';
import { Notice } from '../../../../../ui/notice.tsx';
import { QueryPlaceholder } from '../../../../../ui/states.tsx';
import { rolePermissions } from '../../permissions.ts';
import { formatChange, roleLabels } from '../../role.ts';
import { roleNotices } from '../../staff-messages.ts';
import type { RoleRequest } from './propose-dialog.tsx';

type StaffList = Awaited<ReturnType<typeof call.roles.list>>;
type Member = StaffList['staff'][number];
type Waiting = StaffList['waiting'][number];
type Past = StaffList['past'][number];

type MemberProps = { member: Member; isOwn: boolean; mayPropose: boolean; onAsk: (request: RoleRequest) => void };

const MemberRow = ({ member, isOwn, mayPropose, onAsk }: MemberProps) => (
  <li className="member">
    <p>
      <b>{member.name}</b> {isOwn && <span className="ink-3">(you)</span>}{' '}
      <span className="ink-2 wrap-any">{member.email}</span>
    </p>
    <ul>
      {member.roles.map(({ role, since, grantedBy }) => (
        <li key={role}>
          <span className="name">{roleLabels[role][0]}</span>
          <span className="ink-2 num">
            since {formatDay(since, { year: true })}
            {grantedBy ? `, proposed by ${grantedBy}` : ', assigned at setup'}
          </span>
          {mayPropose && !isOwn && (
            <Button
              variant="bare"
              size="small"
              label={`Remove the role ${roleLabels[role][0]} from ${member.name}`}
              onClick={() => onAsk({ act: 'revoke', email: member.email, name: member.name, role })}
            >
              Remove
            </Button>
          )}
        </li>
      ))}
    </ul>
  </li>
);

type MembersProps = Omit<MemberProps, 'member' | 'isOwn'> & { staff: readonly Member[]; personId: string };

const Members = ({ staff, personId, ...rest }: MembersProps) => (
  <ul className="members">
    {staff.map((member) => (
      <MemberRow key={member.userId} member={member} isOwn={member.userId === personId} {...rest} />
    ))}
  </ul>
);

function WaitingChange({ waiting, personId }: { waiting: Waiting; personId: string }) {
  const { id, change, proposer, proposedBy, proposedAt } = waiting;
  const own = proposedBy === personId;
  const { decide, busy } = useDecide(
    { command: api.roles.decide.mutationOptions(), staleKey: api.roles.key(), notices: roleNotices },
    id,
  );
  return (
    <div className="proposal">
      <p>
        <b>{formatChange(change)}</b> <span className="ink-2 wrap-any">({change.email})</span>
      </p>
      <p className="wrap-any">“{change.why}”</p>
      <p className="num ink-2">
        {own ? 'You' : proposer} proposed this, {formatDateTime(proposedAt, { year: true })}.{' '}
        {own ? 'Someone else in compliance or admin must decide.' : 'You can approve or reject it.'}
      </p>
      <ApprovalPanel
        isProposer={own}
        busy={busy}
        onDecide={decide}
        confirmation={{ title: `${formatChange(change)}?`, confirmLabel: 'Approve' }}
      >
        <p className="ink-2">The change applies right away, also in open sessions of {change.name}.</p>
      </ApprovalPanel>
    </div>
  );
}

const ProposeDialog = lazyPart(() => import('./propose-dialog.tsx').then((parts) => parts.ProposeDialog));

export const meta = () => adminMeta('Staff');

/** Staff and their roles. Every change takes two people (decision D2). */
export default function StaffScreen() {
  const { id, roles } = useStaffUser();
  return (
    <div className="settings">
      <h1>Staff</h1>
      {roleAllows(rolePermissions.read, roles) ? (
        <Staff personId={id} mayPropose={roleAllows(rolePermissions.propose, roles)} />
      ) : (
        <Notice>Only compliance and admins can see this page.</Notice>
      )}
    </div>
  );
}

type StaffProps = { personId: string; mayPropose: boolean };

function Staff(props: StaffProps) {
  const list = useQuery(api.roles.list.queryOptions());
  return (
    <>
      <p className="ink-2">Every change takes two people: an admin proposes it, then a second person approves it.</p>
      {list.data ? (
        <Lists list={list.data} {...props} />
      ) : (
        <QueryPlaceholder query={list} text="We couldn't load the staff." lines={[40, 90, 90, 40, 90]} />
      )}
    </>
  );
}

function Lists({ list, personId, mayPropose }: StaffProps & { list: StaffList }) {
  const [request, setRequest] = useState<RoleRequest | null>(null);
  return (
    <>
      <section className="setting" aria-labelledby="staff-waiting">
        <header>
          <h2 id="staff-waiting">Waiting for a second person</h2>
          {mayPropose && (
            <Button variant="line" onClick={() => setRequest({ act: 'grant' })}>
              Give a role
            </Button>
          )}
        </header>
        {list.waiting.map((waiting) => (
          <WaitingChange key={waiting.id} waiting={waiting} personId={personId} />
        ))}
        {list.waiting.length === 0 && <p className="ink-2">Nothing to approve.</p>}
      </section>
      <section className="setting" aria-labelledby="staff-now">
        <header>
          <h2 id="staff-now">Current staff</h2>
          <span className="ink-3 num">{list.staff.length}</span>
        </header>
        <Members staff={list.staff} personId={personId} mayPropose={mayPropose} onAsk={setRequest} />
      </section>
      <History past={list.past} />
      {request && <ProposeDialog request={request} onClose={() => setRequest(null)} />}
    </>
  );
}

const History = ({ past }: { past: readonly Past[] }) => (
  <section className="setting" aria-labelledby="staff-past">
    <header>
      <h2 id="staff-past">History</h2>
    </header>
    {past.length === 0 && <p className="ink-2">No role changes yet.</p>}
    <ol className="past">
      {past.map(({ id, change, proposer, state, decider, decidedAt, reason }) => (
        <li key={id}>
          <p>
            <b>{formatChange(change)}</b> <StatusBadge status={state} />
          </p>
          <p className="wrap-any">“{change.why}”</p>
          <p className="num ink-2">
            Proposed by {proposer}, {state} by {decider ?? 'unknown'}
            {decidedAt && `, ${formatDateTime(decidedAt, { year: true })}`}
          </p>
          {reason && <p className="wrap-any">“{reason}”</p>}
        </li>
      ))}
    </ol>
  </section>
);
