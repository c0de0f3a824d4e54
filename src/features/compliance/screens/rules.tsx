import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminMeta } from '../../../ui/admin/frame.tsx';
import { PageSection } from '../../../ui/admin/section.tsx';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { formatDateTime } from '../../../ui/format.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { QueryPlaceholder } from '../../../ui/query-placeholder.tsx';
import { Rejected } from '../../approvals/screens/rejected.tsx';
import type { RuleSets } from '../../risk/views.ts';
import '../../../ui/admin/admin-page.css';
import './parts/rules.css';
import { RuleHistory, ruleSetPeople } from './parts/rule-history.tsx';
import { RuleProposal } from './parts/rule-proposal.tsx';
import { Limits, RuleTable } from './parts/rule-table.tsx';

const RuleForm = lazyPart(() => import('./parts/rule-form.tsx').then((parts) => parts.RuleForm));

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
