import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api, type call } from '../../../../ui/client.ts';
import { FactList } from '../../../../ui/desk/facts.tsx';
import { momentText } from '../../../../ui/format.ts';
import { RejectedBy } from '../../../approvals/screens/rejected-by.tsx';
import type { SettingKey } from '../../../settings/schema.ts';
import type { SettingProposal } from './data.ts';
import { changedRows, rowsOf, settingSheets } from './setting-fields.ts';
import { ProposalBox } from './setting-proposal.tsx';

// The forms, and the rules of addresses with them, come when somebody changes a setting.
const form = () => import('./setting-form.tsx');
const SettingForm = lazy(() => form().then(({ SettingForm: view }) => ({ default: view })));
const SwitchesForm = lazy(() => form().then(({ SwitchesForm: view }) => ({ default: view })));

/** Who changed it and who approved; the first values came with the installation. */
const people = ({ proposedBy, approvedBy }: { proposedBy: string | null; approvedBy: string | null }): string =>
  proposedBy === null ? 'first value' : `proposed by ${proposedBy}, approved by ${approvedBy ?? 'nobody'}`;

function Values({ settingKey, value }: { settingKey: SettingKey; value: unknown }) {
  const rows = rowsOf(settingKey, value);
  if (rows.length === 0) return <p className="ink-2">Nothing is paused.</p>;
  return <FactList facts={rows.map(({ label, text }) => [label, text])} />;
}

type Version = { value: unknown; validFrom: Date; proposedBy: string | null; approvedBy: string | null };

/** What the setting has been, newest first: each version by what it changed. */
const History = ({ settingKey, versions }: { settingKey: SettingKey; versions: readonly Version[] }) => (
  <details className="past">
    <summary>
      History <span className="ink-3 num">{versions.length}</span>
    </summary>
    <ol>
      {versions.map((version, index) => {
        const older = versions[index + 1];
        return (
          <li key={version.validFrom.toISOString()}>
            <p className="num">
              <b>{momentText(version.validFrom, { year: true })}</b> <span className="ink-2">{people(version)}</span>
            </p>
            {older ? (
              changedRows(settingKey, older.value, version.value).map(({ label, before, after }) => (
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

/** What was proposed and rejected, newest first: what would have changed, and why it did not. */
const Rejected = ({ settingKey, proposals }: { settingKey: SettingKey; proposals: readonly RejectedProposal[] }) => (
  <details className="past">
    <summary>
      Rejected <span className="ink-3 num">{proposals.length}</span>
    </summary>
    <ol>
      {proposals.map(({ id, stood, payload, proposer, decider, decidedAt, reason }) => (
        <li key={id}>
          <RejectedBy {...{ proposer, decider, decidedAt }} />
          {changedRows(settingKey, stood, payload).map(({ label, before, after }) => (
            <p key={label + before} className="num wrap-any">
              {label}: {before}, not <s className="ink-3">{after}</s>
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
  mayChange: boolean;
};

/** One setting: what is in force, since when and by whom; what is proposed; what it has been. */
export function SettingCard({ settingKey, value, proposals, personId, mayChange }: CardProps) {
  const [editing, setEditing] = useState(false);
  const history = useQuery(api.settings.history.queryOptions({ input: { key: settingKey } }));
  const newest = history.data?.versions[0];
  const { title } = settingSheets[settingKey];
  const done = () => setEditing(false);
  return (
    <section className="setting" aria-labelledby={`setting-${settingKey}`}>
      <header>
        <h2 id={`setting-${settingKey}`}>{title}</h2>
        <span className="ink-2 num t-2xs">
          {newest && `Since ${momentText(newest.validFrom, { year: true })}, ${people(newest)}`}
        </span>
        {mayChange && !editing && proposals.length === 0 && (
          <Button look="line" label={`Propose a change: ${title}`} onClick={() => setEditing(true)}>
            Propose a change
          </Button>
        )}
      </header>
      {proposals.map((proposal) => (
        <ProposalBox key={proposal.id} {...{ proposal, settingKey, value, personId, mayChange }} />
      ))}
      {!editing && <Values settingKey={settingKey} value={value} />}
      {editing && (
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
