import { useQueries, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { roleAllows } from '../../../../kernel/permissions.ts';
import { ApprovalPanel } from '../../../../ui/admin/approval-panel.tsx';
import { DetailsList } from '../../../../ui/admin/details.tsx';
import { adminMeta, useStaffUser } from '../../../../ui/admin/frame.tsx';
import { useDecide } from '../../../../ui/admin/use-decide.ts';
import { Button } from '../../../../ui/button.tsx';
import { api, type call } from '../../../../ui/client.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { QueryPlaceholder } from '../../../../ui/states.tsx';
import { TableHead } from '../../../../ui/table-head.tsx';
import { RejectedBy } from '../../../approvals/staff/screens/rejected-by.tsx';
import { settingPermissions } from '../../permissions.ts';
import { type SettingKey, settingKeys } from '../../schema.ts';
import { settingNotices } from './notices.ts';
import { getChangedRows, getRows, settingForms } from './setting-fields.ts';

type SettingsList = Awaited<ReturnType<typeof call.settings.list>>;
type SettingProposal = SettingsList['proposals'][number];

const Change = ({ settingKey, before, after }: { settingKey: SettingKey; before: unknown; after: unknown }) => (
  <table className="cmp num change">
    <TableHead columns={['Setting', 'Current', 'Proposed']} />
    <tbody>
      {getChangedRows(settingKey, before, after).map((row) => (
        <tr key={row.label + row.before + row.after}>
          <th scope="row">{row.label}</th>
          <td>{row.before}</td>
          <td className="b">{row.after}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

type ProposalBoxProps = {
  proposal: SettingProposal;
  settingKey: SettingKey;
  value: unknown;
  personId: string;
  canChange: boolean;
};

function ProposalBox({ proposal, settingKey, value, personId, canChange }: ProposalBoxProps) {
  const { decide, busy } = useDecide(
    { command: api.settings.decide.mutationOptions(), staleKey: api.settings.key(), notices: settingNotices },
    proposal.id,
  );
  const isMine = proposal.proposedBy === personId;
  const change = <Change settingKey={settingKey} before={value} after={proposal.payload} />;
  const { title } = settingForms[settingKey];
  return (
    <div className="proposal">
      <p className="num">
        <b>{isMine ? 'You' : proposal.proposer}</b> proposed this change, {formatDateTime(proposal.proposedAt)}.{' '}
        <span className="ink-2">
          {isMine
            ? 'A colleague in finance or admin can approve it.'
            : canChange
              ? `You can approve it, because ${proposal.proposer} proposed it.`
              : 'Finance or admin can approve it.'}
        </span>
      </p>
      {change}
      {canChange && (
        <ApprovalPanel
          isProposer={isMine}
          busy={busy}
          onDecide={decide}
          confirmation={{ title: `Approve: ${title}`, confirmLabel: 'Apply change', wide: true }}
        >
          <p className="ink-2">The change applies as soon as you approve it.</p>
          {change}
        </ApprovalPanel>
      )}
    </div>
  );
}

// Loaded on the first edit, as address validation is large.
const loadForms = () => import('./setting-form.tsx');
const SettingForm = lazy(() => loadForms().then(({ SettingForm: view }) => ({ default: view })));
const SwitchesForm = lazy(() => loadForms().then(({ SwitchesForm: view }) => ({ default: view })));

/** The first values have no proposer. */
const formatApprovers = ({
  proposedBy,
  approvedBy,
}: {
  proposedBy: string | null;
  approvedBy: string | null;
}): string =>
  proposedBy === null ? 'initial value' : `proposed by ${proposedBy}, approved by ${approvedBy ?? 'unknown'}`;

function Values({ settingKey, value }: { settingKey: SettingKey; value: unknown }) {
  const rows = getRows(settingKey, value);
  if (rows.length === 0) return <p className="ink-2">Nothing is paused.</p>;
  return <DetailsList details={rows.map(({ label, text }) => [label, text])} />;
}

type Version = { value: unknown; validFrom: Date; proposedBy: string | null; approvedBy: string | null };

const History = ({ settingKey, versions }: { settingKey: SettingKey; versions: readonly Version[] }) => (
  <details className="past">
    <summary>
      History <span className="ink-3 num">{versions.length}</span>
    </summary>
    <ol>
      {versions.map((version, index) => {
        const previous = versions[index + 1];
        return (
          <li key={version.validFrom.toISOString()}>
            <p className="num">
              <b>{formatDateTime(version.validFrom, { year: true })}</b>{' '}
              <span className="ink-2">{formatApprovers(version)}</span>
            </p>
            {previous ? (
              getChangedRows(settingKey, previous.value, version.value).map(({ label, before, after }) => (
                <p key={label + before} className="num wrap-any">
                  {label}: <s className="ink-3">{before}</s> {after}
                </p>
              ))
            ) : (
              <Values settingKey={settingKey} value={version.value} />
            )}
          </li>
        );
      })}
    </ol>
  </details>
);

type RejectedProposal = Awaited<ReturnType<typeof call.settings.history>>['rejected'][number];

const Rejected = ({ settingKey, proposals }: { settingKey: SettingKey; proposals: readonly RejectedProposal[] }) => (
  <details className="past">
    <summary>
      Rejected <span className="ink-3 num">{proposals.length}</span>
    </summary>
    <ol>
      {proposals.map(({ id, stood, payload, proposer, decider, decidedAt, reason }) => (
        <li key={id}>
          <RejectedBy proposer={proposer} decider={decider} decidedAt={decidedAt} />
          {getChangedRows(settingKey, stood, payload).map(({ label, before, after }) => (
            <p key={label + before} className="num wrap-any">
              {label}: stayed {before}, proposed <s className="ink-3">{after}</s>
            </p>
          ))}
          <p className="wrap-any">“{reason}”</p>
        </li>
      ))}
    </ol>
  </details>
);

type CardProps = {
  settingKey: SettingKey;
  value: unknown;
  proposals: readonly SettingProposal[];
  personId: string;
  canChange: boolean;
};

function SettingCard({ settingKey, value, proposals, personId, canChange }: CardProps) {
  const [isEditing, setIsEditing] = useState(false);
  const history = useQuery(api.settings.history.queryOptions({ input: { key: settingKey } }));
  const newest = history.data?.versions[0];
  const { title } = settingForms[settingKey];
  const done = () => setIsEditing(false);
  return (
    <section className="setting" aria-labelledby={`setting-${settingKey}`}>
      <header>
        <h2 id={`setting-${settingKey}`}>{title}</h2>
        <span className="ink-2 num t-2xs">
          {newest && `Since ${formatDateTime(newest.validFrom, { year: true })}, ${formatApprovers(newest)}`}
        </span>
        {canChange && !isEditing && proposals.length === 0 && (
          <Button variant="line" label={`Propose a change: ${title}`} onClick={() => setIsEditing(true)}>
            Propose a change
          </Button>
        )}
      </header>
      {proposals.map((proposal) => (
        <ProposalBox
          key={proposal.id}
          proposal={proposal}
          settingKey={settingKey}
          value={value}
          personId={personId}
          canChange={canChange}
        />
      ))}
      {!isEditing && <Values settingKey={settingKey} value={value} />}
      {isEditing && (
        <Suspense>
          {settingKey === 'asset_switches' ? (
            <SwitchesForm value={value} onDone={done} />
          ) : (
            <SettingForm settingKey={settingKey} value={value} onDone={done} />
          )}
        </Suspense>
      )}
      {history.data && <History settingKey={settingKey} versions={history.data.versions} />}
      {history.data && history.data.rejected.length > 0 && (
        <Rejected settingKey={settingKey} proposals={history.data.rejected} />
      )}
    </section>
  );
}

export const meta = () => adminMeta('Settings');

/** Current values, proposals and history. Every change takes two people (decisions D1, D2). */
export default function SettingsScreen() {
  const person = useStaffUser();
  const settings = useQuery(api.settings.list.queryOptions());
  // Loaded together, so that the cards do not grow after they appear.
  const histories = useQueries({
    queries: settingKeys.map((key) => api.settings.history.queryOptions({ input: { key } })),
  });
  const canChange = roleAllows(settingPermissions.propose, person.roles);
  return (
    <div className="settings">
      <h1>Settings</h1>
      <p className="ink-2">
        Every change takes two people.
        {!canChange && ' You can view the settings. Finance or admin can propose and approve changes.'}
      </p>
      {settings.data && !histories.some(({ isPending }) => isPending) ? (
        settingKeys.map((key) => (
          <SettingCard
            key={key}
            settingKey={key}
            value={settings.data.settings[key]}
            proposals={settings.data.proposals.filter(({ subject }) => subject === key)}
            personId={person.id}
            canChange={canChange}
          />
        ))
      ) : (
        <QueryPlaceholder query={settings} text="We couldn't load the settings." lines={[40, 90, 90, 40, 90, 90]} />
      )}
    </div>
  );
}
