import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatDateTime } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Rejected } from '../../approvals/screens/rejected.tsx';
import { RiskBar } from '../../compliance/screens/parts/score.tsx';
import { clearReasons, confirmReasons } from '../reasons.ts';
import type { HitDetails, HitView, WaitingClearance } from '../views.ts';
import type { HitChoice } from './hit-dialog.tsx';
import { agreementLabels, formatBirth, formatCountry, joinTexts } from './list-words.ts';

type ComparisonRow = { label: string; customer: ReactNode; party: ReactNode; verdict?: ReactNode };

const AgreementBadge = ({ agreement }: { agreement: HitDetails['birth'] }) => (
  <Badge kind={agreementLabels[agreement].kind}>{agreementLabels[agreement].text}</Badge>
);

const excludeName = (names: readonly string[], matched: string): readonly string[] =>
  names.filter((name) => name !== matched);

function getComparison({ customer, party, matched, nameScore, birth, country, holder }: HitDetails): ComparisonRow[] {
  return [
    {
      label: holder ? "Holder's name" : 'Name',
      customer: <b>{matched.customer}</b>,
      party: (
        <>
          <b>{matched.party}</b>
          {matched.weak && <small className="below">Weak alias on the list</small>}
        </>
      ),
      verdict: `${nameScore} of 100`,
    },
    {
      label: 'Other names',
      customer: joinTexts(excludeName(customer.names, matched.customer), 'None'),
      party: joinTexts(excludeName([party.name, ...party.aliases], matched.party), 'None'),
    },
    {
      label: 'Date of birth',
      customer: joinTexts((customer.birth ?? '').split(', ').filter(Boolean).map(formatBirth)),
      party: joinTexts(party.births.map(formatBirth)),
      verdict: <AgreementBadge agreement={birth} />,
    },
    {
      label: 'Countries',
      customer: joinTexts(customer.countries.map(formatCountry)),
      party: joinTexts(party.countries.map(formatCountry)),
      verdict: <AgreementBadge agreement={country} />,
    },
    {
      label: 'Programmes',
      customer: '',
      party: joinTexts(party.programmes),
      verdict: party.category.replaceAll('_', ' '),
    },
  ];
}

const ComparisonTable = ({ hit }: { hit: HitView }) => (
  <table className="sheet-table folds both num">
    <caption className="sr">
      {hit.customerName} and the listed party {hit.details.party.name}
    </caption>
    <thead>
      <tr>
        <td />
        <th scope="col">Customer</th>
        <th scope="col">Listed party</th>
        <th scope="col">Match</th>
      </tr>
    </thead>
    <tbody>
      {getComparison(hit.details).map(({ label, customer, party, verdict }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td>{customer}</td>
          <td>{party}</td>
          <td>{verdict}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const formatReason = (code: string): string =>
  ({ ...clearReasons, ...confirmReasons })[code as keyof typeof clearReasons] ?? code.replaceAll('_', ' ');

const Decision = ({ hit }: { hit: HitView }) => (
  <p className="num">
    <Badge kind={hit.state === 'cleared' ? 'approved' : 'rejected'}>
      {hit.state === 'cleared' ? 'Not the listed party' : 'Confirmed as the listed party'}
    </Badge>{' '}
    {hit.decidedBy ?? 'Staff'}
    {hit.decidedAt && `, ${formatDateTime(hit.decidedAt, { year: true })}`}
    {hit.reasonCode && `. ${formatReason(hit.reasonCode)}.`}
    {hit.note && <span className="ink-2"> “{hit.note}”</span>}
  </p>
);

const PendingClearance = ({ waiting, holder }: { waiting: WaitingClearance; holder: boolean }) => (
  <Notice kind="wait">
    {waiting.mine ? 'You' : waiting.proposedBy} proposed to clear this match. {formatReason(waiting.reasonCode)}. “
    {waiting.note}” {holder ? "Only the holder's name is known" : 'Name and date of birth match'}, so a second person
    has to decide.
  </Notice>
);

type HitCardProps = { hit: HitView; siblings: readonly string[]; onDecide: (decision: HitChoice) => void };

export const HitCard = ({ hit, siblings, onDecide }: HitCardProps) => (
  <article className="hit" aria-label={`${hit.customerName}: ${hit.details.party.name}`}>
    <header>
      <h3>
        <Link className="link" to={`/admin/customers/${hit.userId}`}>
          {hit.customerName}
        </Link>
      </h3>
      <RiskBar score={hit.score} level="critical" />
      <span className="ink-2 num wrap-any">
        {hit.sourceName} {hit.partyRef}, found {formatDateTime(hit.createdAt, { year: true })}
      </span>
      {hit.caseId && (
        <Link className="link" to={`/admin/aml-compliance/cases/${hit.caseId}`}>
          Case
        </Link>
      )}
    </header>
    <ComparisonTable hit={hit} />
    {hit.state !== 'open' && <Decision hit={hit} />}
    {hit.waiting && <PendingClearance waiting={hit.waiting} holder={hit.details.holder === true} />}
    <Rejected kinds={['match']} subject={hit.id} among={siblings} />
    {hit.mayDecide && (
      <div className="row wraps">
        {!hit.waiting?.mine && (
          <Button variant="line" label={`Not the listed party: ${hit.customerName}`} onClick={() => onDecide('clear')}>
            Not the listed party
          </Button>
        )}
        {hit.waiting && (
          <Button variant="line" label={`Leave open: ${hit.customerName}`} onClick={() => onDecide('leave')}>
            Leave open
          </Button>
        )}
        <Button variant="bad-line" label={`Confirm match: ${hit.customerName}`} onClick={() => onDecide('confirm')}>
          Confirm match
        </Button>
      </div>
    )}
    {hit.state === 'open' && !hit.mayDecide && <p className="ink-2">This is about you. A colleague will decide.</p>}
  </article>
);
