import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { momentText } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Rejected } from '../../approvals/screens/rejected.tsx';
import { RiskBar } from '../../compliance/screens/parts/score.tsx';
import { clearReasons, confirmReasons } from '../reasons.ts';
import type { HitDetails, HitView, WaitingClearance } from '../views.ts';
import type { HitChoice } from './hit-dialog.tsx';
import { agreementWords, birthText, countryText, listed } from './list-words.ts';

type Side = { what: string; customer: ReactNode; party: ReactNode; says?: ReactNode };

const Agreed = ({ how }: { how: HitDetails['birth'] }) => (
  <Badge kind={agreementWords[how].kind}>{agreementWords[how].text}</Badge>
);

const others = (names: readonly string[], matched: string): readonly string[] =>
  names.filter((name) => name !== matched);

/** What is known of both, respect by respect. */
function sidesOf({ customer, party, matched, nameScore, birth, country, holder }: HitDetails): Side[] {
  return [
    {
      what: holder ? 'Name of who holds or keeps a wallet' : 'Name',
      customer: <b>{matched.customer}</b>,
      party: (
        <>
          <b>{matched.party}</b>
          {matched.weak && <small className="below">called weak by the list</small>}
        </>
      ),
      says: `${nameScore} of 100`,
    },
    {
      what: 'Other names',
      customer: listed(others(customer.names, matched.customer), 'None'),
      party: listed(others([party.name, ...party.aliases], matched.party), 'None'),
    },
    {
      what: 'Born',
      customer: listed((customer.birth ?? '').split(', ').filter(Boolean).map(birthText)),
      party: listed(party.births.map(birthText)),
      says: <Agreed how={birth} />,
    },
    {
      what: 'Countries',
      customer: listed(customer.countries.map(countryText)),
      party: listed(party.countries.map(countryText)),
      says: <Agreed how={country} />,
    },
    { what: 'Listed under', customer: '', party: listed(party.programmes), says: party.category.replaceAll('_', ' ') },
  ];
}

const BothSides = ({ hit }: { hit: HitView }) => (
  <table className="sheet-table folds both num">
    <caption className="sr">
      {hit.customerName} and the listed party {hit.details.party.name}
    </caption>
    <thead>
      <tr>
        <td />
        <th scope="col">Customer</th>
        <th scope="col">Listed</th>
        <th scope="col">Agree</th>
      </tr>
    </thead>
    <tbody>
      {sidesOf(hit.details).map(({ what, customer, party, says }) => (
        <tr key={what}>
          <th scope="row">{what}</th>
          <td>{customer}</td>
          <td>{party}</td>
          <td>{says}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const reasonText = (code: string): string =>
  ({ ...clearReasons, ...confirmReasons })[code as keyof typeof clearReasons] ?? code.replaceAll('_', ' ');

/** How it ended, and who decided. */
const Decided = ({ hit }: { hit: HitView }) => (
  <p className="num">
    <Badge kind={hit.state === 'cleared' ? 'approved' : 'rejected'}>
      {hit.state === 'cleared' ? 'Not the listed party' : 'The listed party'}
    </Badge>{' '}
    {hit.decidedBy ?? 'Staff'}
    {hit.decidedAt && `, ${momentText(hit.decidedAt, { year: true })}`}
    {hit.reasonCode && `. ${reasonText(hit.reasonCode)}.`}
    {hit.note && <span className="ink-2"> “{hit.note}”</span>}
  </p>
);

/** What somebody said, for a second person to agree to. */
const Waits = ({ waiting, holder }: { waiting: WaitingClearance; holder: boolean }) => (
  <Notice kind="wait">
    {waiting.mine ? 'You say' : `${waiting.proposedBy} says`} that it is not this party.{' '}
    {reasonText(waiting.reasonCode)}. “{waiting.note}”{' '}
    {holder ? 'Only the name of a holder is known' : 'Name and birth agree'}, so a second person decides.
  </Notice>
);

type HitCardProps = { hit: HitView; among: readonly string[]; onDecide: (decision: HitChoice) => void };

/** One customer whose name is like a listed one: both sides next to each other, for a person to decide. */
export const HitCard = ({ hit, among, onDecide }: HitCardProps) => (
  <article className="hit" aria-label={`${hit.customerName}: ${hit.details.party.name}`}>
    <header>
      <h3>
        <Link className="link" to={`/admin/customers/${hit.userId}`}>
          {hit.customerName}
        </Link>
      </h3>
      <RiskBar score={hit.score} level="critical" />
      <span className="ink-2 num wrap-any">
        {hit.sourceName} {hit.partyRef}, found {momentText(hit.createdAt, { year: true })}
      </span>
      {hit.caseId && (
        <Link className="link" to={`/admin/aml-compliance/cases/${hit.caseId}`}>
          Case
        </Link>
      )}
    </header>
    <BothSides hit={hit} />
    {hit.state !== 'open' && <Decided hit={hit} />}
    {hit.waiting && <Waits waiting={hit.waiting} holder={hit.details.holder === true} />}
    <Rejected kinds={['match']} subject={hit.id} among={among} />
    {hit.mayDecide && (
      <div className="row wraps">
        {!hit.waiting?.mine && (
          <Button look="line" label={`Not this party: ${hit.customerName}`} onClick={() => onDecide('clear')}>
            Not this party
          </Button>
        )}
        {hit.waiting && (
          <Button look="line" label={`Leave it open: ${hit.customerName}`} onClick={() => onDecide('leave')}>
            Leave it open
          </Button>
        )}
        <Button look="bad-line" label={`This is the party: ${hit.customerName}`} onClick={() => onDecide('confirm')}>
          This is the party
        </Button>
      </div>
    )}
    {hit.state === 'open' && !hit.mayDecide && <p className="ink-2">It is about you. A colleague decides it.</p>}
  </article>
);
