import { Badge, type BadgeKind } from '../../../../ui/badge.tsx';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Part } from '../../../../ui/desk/part.tsx';
import { momentText } from '../../../../ui/format.ts';
import type { CaseHit, CaseScreening, CaseView } from '../../../compliance/views.ts';
import { ruleWord } from './words.ts';

const resultKinds: Readonly<Record<string, BadgeKind>> = {
  clear: 'approved',
  flagged: 'rejected',
  high_risk: 'rejected',
};
const hitKinds: Readonly<Record<string, BadgeKind>> = { open: 'pending', cleared: 'approved', confirmed: 'rejected' };

const Screening = ({ screening }: { screening: CaseScreening }) => (
  <li>
    <span>
      <span className="code">{screening.wallet}</span> <CopyButton text={screening.wallet} name="wallet" />
    </span>
    <Badge kind={resultKinds[screening.result] ?? 'pending'}>{ruleWord(screening.result)}</Badge>
    <span className="more ink-2">
      {screening.symbol}, {screening.network}, {momentText(screening.at, { year: true })}, by {screening.provider}
      {screening.categories.length > 0 && `: ${screening.categories.join(', ')}`}
      {screening.matches.length > 0 && `. ${screening.matches.join('; ')}`}
    </span>
  </li>
);

/** The name that was found on the list, wherever the details hold it. */
function partyName({ details, partyRef }: CaseHit): string {
  const { party } = details;
  const name = typeof party === 'object' && party !== null ? (party as { name?: unknown }).name : undefined;
  return typeof name === 'string' && name !== '' ? name : partyRef;
}

const Hit = ({ hit }: { hit: CaseHit }) => (
  <li>
    <b>{partyName(hit)}</b>
    <Badge kind={hitKinds[hit.state] ?? 'other'}>{ruleWord(hit.state)}</Badge>
    <span className="more ink-2">
      {hit.source.toUpperCase()} {hit.partyRef}, {hit.score} of 100, {momentText(hit.at, { year: true })}
    </span>
  </li>
);

/** What the lists said of wallets and of the customer's name. */
export const CaseFindings = ({ folder: { screenings, hits } }: { folder: CaseView }) => (
  <>
    <Part id="screenings" title="Screened wallets">
      {screenings.length > 0 ? (
        <ul className="lines two num">
          {screenings.map((screening) => (
            <Screening key={screening.id} screening={screening} />
          ))}
        </ul>
      ) : (
        <p className="ink-2">No screening stands in this case.</p>
      )}
    </Part>
    {hits.length > 0 && (
      <Part id="hits" title="Names on lists">
        <ul className="lines two num">
          {hits.map((hit) => (
            <Hit key={hit.id} hit={hit} />
          ))}
        </ul>
      </Part>
    )}
  </>
);
