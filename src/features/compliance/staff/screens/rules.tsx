import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminMeta } from '../../../../ui/admin/frame.tsx';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { QueryPlaceholder } from '../../../../ui/states.tsx';
import { Rejected } from '../../../approvals/staff/screens/rejected.tsx';
import type { RuleProposal as Proposal, RuleSets, RuleSetVersion } from '../../../risk/views.ts';
import '../../../../ui/admin/admin-page.css';
import './rules.css';
import { ApprovalPanel } from '../../../../ui/admin/approval-panel.tsx';
import { useDecide } from '../../../../ui/admin/use-decide.ts';
import type { RuleSet } from '../../../risk/rule-set.ts';
import { ruleNotices } from '../../notices.ts';
import { Backtest } from './backtest-panel.tsx';
import { Differences, getDifferences, Limits, RuleTable } from './rule-table.tsx';

const ruleSetPeople = ({ proposedBy, approvedBy }: RuleSetVersion): string =>
  proposedBy === null ? 'installed with the product' : `proposed by ${proposedBy}, approved by ${approvedBy}`;

function Version({ version, older }: { version: RuleSetVersion; older: RuleSetVersion | undefined }) {
  return (
    <li>
      <details>
        <summary className="num">
          <b>Version {version.version}</b>, {version.title}{' '}
          <span className="ink-2">
            {formatDateTime(version.validFrom, { year: true })}, {ruleSetPeople(version)}
          </span>
        </summary>
        {older ? (
          <Differences
            differences={getDifferences(older.ruleSet, version.ruleSet)}
            before={`Version ${older.version}`}
            after={`Version ${version.version}`}
          />
        ) : (
          <>
            <RuleTable ruleSet={version.ruleSet} />
            <Limits ruleSet={version.ruleSet} />
          </>
        )}
      </details>
    </li>
  );
}

const RuleHistory = ({ sets }: { sets: readonly RuleSetVersion[] }) => (
  <PageSection id="rule-history" title="History">
    <ol className="versions">
      {sets.map((version, index) => (
        <Version key={version.id} version={version} older={sets[index + 1]} />
      ))}
    </ol>
  </PageSection>
);

function RuleProposal({ proposal, inForce }: { proposal: Proposal; inForce: RuleSet }) {
  const { own, proposer, title, ruleSet } = proposal;
  const { decide, busy } = useDecide(
    { command: api.risk.decide.mutationOptions(), staleKey: api.risk.key(), notices: ruleNotices },
    proposal.proposalId,
  );
  const change = <Differences differences={getDifferences(inForce, ruleSet)} before="In force" after="Proposed" />;
  return (
    <section className="proposal" aria-label={`Proposed: ${title}`}>
      <h2 className="part">{title}</h2>
      <p className="num">
        <b>{own ? 'You' : proposer}</b> proposed this, {formatDateTime(proposal.proposedAt)}.{' '}
        <span className="ink-2">
          {own ? 'A second person (compliance or admin) decides.' : 'You can approve or reject it.'}
        </span>
      </p>
      {change}
      <Backtest ruleSet={ruleSet} />
      <ApprovalPanel
        isProposer={own}
        busy={busy}
        onDecide={decide}
        confirmation={{ title: `Approve: ${title}`, confirmLabel: 'Put in force', wide: true }}
      >
        <p className="ink-2">New orders will be scored with these rules. Past orders keep their score.</p>
        {change}
      </ApprovalPanel>
    </section>
  );
}

const RuleForm = lazyPart(() => import('./rule-form.tsx').then((parts) => parts.RuleForm));

export const meta = () => adminMeta('Rules');

export default function RulesScreen() {
  const sets = useQuery(api.risk.ruleSets.queryOptions());
  return (
    <div className="desk-page">
      {sets.data ? (
        <Rules {...sets.data} />
      ) : (
        <>
          <h1>Rules</h1>
          <QueryPlaceholder query={sets} text="We couldn't load the rules." lines={[40, 90, 90, 90, 60]} />
        </>
      )}
    </div>
  );
}

function Rules({ sets, proposal }: RuleSets) {
  const [editing, setEditing] = useState(false);
  const [inForce] = sets;
  if (!inForce) return null;
  const { version, title, validFrom, ruleSet } = inForce;
  return (
    <>
      <header className="page-head">
        <div className="row between">
          <h1>Rules</h1>
          {!editing && !proposal && (
            <Button variant="line" onClick={() => setEditing(true)}>
              Propose a change
            </Button>
          )}
        </div>
        <p className="ink-2 num">
          Version {version}, {title}. In force since {formatDateTime(validFrom, { year: true })},{' '}
          {ruleSetPeople(inForce)}. Changes need two people.
        </p>
      </header>
      {proposal && <RuleProposal proposal={proposal} inForce={ruleSet} />}
      {editing ? (
        <RuleForm key={version} inForce={ruleSet} onDone={() => setEditing(false)} />
      ) : (
        <>
          <PageSection id="factors" title="Factors">
            <RuleTable ruleSet={ruleSet} />
          </PageSection>
          <PageSection id="follows" title="Levels and effects">
            <Limits ruleSet={ruleSet} />
          </PageSection>
        </>
      )}
      <Rejected kinds={['rule_set']} />
      <RuleHistory sets={sets} />
    </>
  );
}
