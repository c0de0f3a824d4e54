import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { deskMeta } from '../../../ui/desk/frame.tsx';
import { Part } from '../../../ui/desk/part.tsx';
import { momentText } from '../../../ui/format.ts';
import { later } from '../../../ui/later.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { Rejected } from '../../approvals/screens/rejected.tsx';
import type { DraftLine, RuleSets, WholeRuleSet } from '../../risk/views.ts';
import '../../../ui/desk/desk-page.css';
import './parts/rules.css';
import { draftWords } from './parts/draft-words.ts';
import { RuleHistory, ruleSetPeople } from './parts/rule-history.tsx';
import { RuleProposal } from './parts/rule-proposal.tsx';
import { Limits, RuleTable } from './parts/rule-table.tsx';

const DraftPage = later(() => import('./parts/draft-page.tsx').then((parts) => parts.DraftPage));

export const meta = () => deskMeta('Rules');

/** By which rules orders are judged: what is in force, what is being written, what waits, what was. */
export default function RulesScreen() {
  const [params] = useSearchParams();
  const draftId = params.get('draft');
  const sets = useQuery(api.risk.ruleSets.queryOptions());
  const line = sets.data?.sets.find(({ version }) => version === sets.data.inForce);
  const inForce = useQuery(
    api.risk.ruleSet.queryOptions({ input: { id: line?.id ?? '' }, enabled: line !== undefined }),
  );
  const error = sets.error ?? inForce.error;
  if (sets.data && draftId !== null) return <DraftPage draftId={draftId} sets={sets.data} />;
  return (
    <div className="desk-page">
      {sets.data && inForce.data ? (
        <InForce sets={sets.data} inForce={inForce.data} />
      ) : (
        <>
          <h1>Rules</h1>
          <NotYet
            asked={{ error, refetch: () => Promise.all([sets.refetch(), inForce.refetch()]) }}
            text="The rules could not be read."
            lines={[40, 90, 90, 90, 60]}
          />
        </>
      )}
    </div>
  );
}

function InForce({ sets, inForce }: { sets: RuleSets; inForce: WholeRuleSet }) {
  return (
    <>
      <header className="page-head">
        <div className="row between">
          <h1>Rules</h1>
          <ButtonLink look="line" to="?draft=new">
            Draft a change
          </ButtonLink>
        </div>
        <p className="ink-2 num">
          Version {inForce.version}, {inForce.title}. In force since {momentText(inForce.validFrom, { year: true })},{' '}
          {ruleSetPeople(inForce)}. A change takes two people.
        </p>
      </header>
      {sets.proposal && <RuleProposal proposal={sets.proposal} inForce={inForce.ruleSet} />}
      <Part id="factors" title="What adds points">
        <RuleTable ruleSet={inForce.ruleSet} />
      </Part>
      <Part id="follows" title="What follows from a score">
        <Limits ruleSet={inForce.ruleSet} />
      </Part>
      <Drafts drafts={sets.drafts} />
      <Rejected kinds={['rule_set']} />
      <RuleHistory sets={sets.sets} />
    </>
  );
}

const Drafts = ({ drafts }: { drafts: readonly DraftLine[] }) => (
  <Part id="drafts" title="Drafts">
    {drafts.length === 0 ? (
      <p className="ink-2">Nobody has drafted a change. A draft judges nothing until two people put it in force.</p>
    ) : (
      <ul className="rows">
        {drafts.map((draft) => (
          <li key={draft.id}>
            <Link className="link" to={`?draft=${draft.id}`}>
              {draft.title}
            </Link>
            <span className="ink-2 num">
              {draft.author}, {momentText(draft.updatedAt, { year: true })}, on version {draft.basedOn}
            </span>
            <Badge kind={draftWords[draft.state].kind}>{draftWords[draft.state].text}</Badge>
          </li>
        ))}
      </ul>
    )}
  </Part>
);
