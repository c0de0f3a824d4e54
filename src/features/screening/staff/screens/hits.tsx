import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { NextPage } from '../../../../ui/pager.tsx';
import { QueryPlaceholder } from '../../../../ui/states.tsx';
import { Rejected } from '../../../approvals/staff/screens/rejected.tsx';
import { RiskBar } from '../../../compliance/staff/screens/score.tsx';
import type { HitState } from '../../filters.ts';
import { clearReasons, confirmReasons } from '../../reasons.ts';
import type { HitDetails, HitView, WaitingClearance } from '../../views.ts';
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
    {waiting.isOwn ? 'You' : waiting.proposedBy} proposed to clear this match. {formatReason(waiting.reasonCode)}. “
    {waiting.note}” {holder ? "Only the holder's name is known" : 'Name and date of birth match'}, so a second person
    has to decide.
  </Notice>
);

type HitCardProps = { hit: HitView; siblings: readonly string[]; onDecide: (decision: HitChoice) => void };

const HitCard = ({ hit, siblings, onDecide }: HitCardProps) => (
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
        {!hit.waiting?.isOwn && (
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

const HitDialog = lazyPart(() => import('./hit-dialog.tsx').then((parts) => parts.HitDialog));

const states: readonly { state: HitState; name: string; emptyText: string }[] = [
  { state: 'open', name: 'Open', emptyText: 'No open matches.' },
  { state: 'cleared', name: 'Cleared', emptyText: 'No cleared matches yet.' },
  { state: 'confirmed', name: 'Confirmed', emptyText: 'No confirmed matches.' },
];

function useHits(state: HitState) {
  const query = useInfiniteQuery(
    api.screening.hits.infiniteOptions({
      input: (before: string | undefined) => ({ state, before }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => (last.more ? last.hits.at(-1)?.id : undefined),
      placeholderData: keepPreviousData,
    }),
  );
  return { ...query, hits: query.data?.pages.flatMap((page) => page.hits) };
}

type Open = { hit: HitView; decision: HitChoice };

/** Name matches that staff decide (decision A8). */
export function Hits({ state, onState }: { state: HitState; onState: (state: HitState) => void }) {
  const { hits, ...query } = useHits(state);
  const [open, setOpen] = useState<Open | null>(null);
  const ids = hits?.map(({ id }) => id) ?? [];
  return (
    <section aria-labelledby="hits">
      <div className="row between part-row">
        <h2 className="part" id="hits">
          Name matches
        </h2>
        <fieldset className="seg" aria-label="Match status">
          {states.map((option) => (
            <button
              key={option.state}
              type="button"
              aria-pressed={option.state === state}
              onClick={() => onState(option.state)}
            >
              {option.name}
            </button>
          ))}
        </fieldset>
      </div>
      {hits ? (
        hits.map((hit) => (
          <HitCard key={hit.id} hit={hit} siblings={ids} onDecide={(decision) => setOpen({ hit, decision })} />
        ))
      ) : (
        <QueryPlaceholder query={query} text="We couldn't load the matches." lines={[60, 90, 90]} />
      )}
      {hits?.length === 0 && <p className="ink-2">{states.find((option) => option.state === state)?.emptyText}</p>}
      {hits && hits.length > 0 && <NextPage query={query} shownCount={hits.length} />}
      {open && <HitDialog hit={open.hit} decision={open.decision} onClose={() => setOpen(null)} />}
    </section>
  );
}
