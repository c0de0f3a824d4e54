import { PageSection } from '../../../../ui/admin/section.tsx';
import { Badge, type BadgeKind } from '../../../../ui/badge.tsx';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { isNetwork, networks } from '../../../coins/networks.ts';
import type { CaseHit, CaseScreening, CaseView } from '../../../compliance/views.ts';
import { formatCode } from './labels.ts';

const resultKinds: Readonly<Record<string, BadgeKind>> = {
  clear: 'approved',
  flagged: 'rejected',
  high_risk: 'rejected',
};
const hitKinds: Readonly<Record<string, BadgeKind>> = { open: 'pending', cleared: 'approved', confirmed: 'rejected' };

const formatScreening = ({ symbol, network, at }: CaseScreening): string =>
  [symbol, isNetwork(network) ? networks[network].name : network, formatDateTime(at, { year: true })].join(', ');

const Screening = ({ screening }: { screening: CaseScreening }) => (
  <li>
    <span>
      <span className="code">{screening.wallet}</span> <CopyButton text={screening.wallet} name="wallet" />
    </span>
    <Badge kind={resultKinds[screening.result] ?? 'pending'}>{formatCode(screening.result)}</Badge>
    <span className="more ink-2">
      {formatScreening(screening)}, by {screening.provider}
      {screening.categories.length > 0 && `: ${screening.categories.join(', ')}`}
      {screening.matches.length > 0 && `. ${screening.matches.join('; ')}`}
    </span>
  </li>
);

/** Name of the listed party, or its reference if the details hold no name. */
function getPartyName({ details, partyRef }: CaseHit): string {
  const { party } = details;
  const name = typeof party === 'object' && party !== null ? (party as { name?: unknown }).name : undefined;
  return typeof name === 'string' && name !== '' ? name : partyRef;
}

const Hit = ({ hit }: { hit: CaseHit }) => (
  <li>
    <b>{getPartyName(hit)}</b>
    <Badge kind={hitKinds[hit.state] ?? 'other'}>{formatCode(hit.state)}</Badge>
    <span className="more ink-2">
      {hit.source.toUpperCase()} {hit.partyRef}, {hit.score} of 100, {formatDateTime(hit.at, { year: true })}
    </span>
  </li>
);

export const CaseFindings = ({ folder: { screenings, hits } }: { folder: CaseView }) => (
  <>
    <PageSection id="screenings" title="Screened wallets">
      {screenings.length > 0 ? (
        <ul className="lines two num">
          {screenings.map((screening) => (
            <Screening key={screening.id} screening={screening} />
          ))}
        </ul>
      ) : (
        <p className="ink-2">No screenings</p>
      )}
    </PageSection>
    {hits.length > 0 && (
      <PageSection id="hits" title="Names on lists">
        <ul className="lines two num">
          {hits.map((hit) => (
            <Hit key={hit.id} hit={hit} />
          ))}
        </ul>
      </PageSection>
    )}
  </>
);
