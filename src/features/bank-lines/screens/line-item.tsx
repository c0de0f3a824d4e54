import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { call } from '../../../ui/client.ts';
import { dayText, momentText } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { Rejected } from '../../approvals/screens/rejected.tsx';
import { amountWords } from '../../movements/amount.ts';
import { isAsideForGood } from '../asides.ts';
import { asideWords, reasonWords } from '../messages.ts';
import { sameAsWords, TwoProposed } from './line-twin.tsx';

export type Line = Awaited<ReturnType<typeof call.bankLines.list>>['lines'][number];
export type LineMatch = Line['matches'][number];

/** What is asked about a line: for what it is confirmed, or what else becomes of it. */
export type LineRequest =
  | { readonly act: 'confirm' | 'askName'; readonly line: Line; readonly match: LineMatch }
  | { readonly act: 'find' | 'split' | 'setAside' | 'bringBack' | 'proposeTwo'; readonly line: Line };

/** May be confirmed at sight, together with others. */
export const isReady = ({ certain, lacksPayer }: Line): boolean => certain && !lacksPayer;

const placeOf = ({ kind, id }: LineMatch): string => `/admin/${kind === 'order' ? 'orders' : 'payments'}/${id}`;

/** What a line may be for, how sure that is, and why. */
export function Match({ match, line, onAsk }: { match: LineMatch; line: Line; onAsk?: (asked: LineRequest) => void }) {
  const { reference, name, amount, score, reasons, claimed } = match;
  return (
    <li className="stack-s">
      <p className="row wraps wrap-any">
        <b className="num">{score}</b>
        <Link className="link" to={placeOf(match)}>
          {reference}
        </Link>
        <span>
          {name}, {amountWords(amount)}
        </span>
      </p>
      <p className="ink-2">{reasons.map((reason) => reasonWords[reason]).join(', ')}.</p>
      {onAsk && (
        <div className="row wraps">
          <Button
            size="small"
            look="line"
            label={`Confirm for ${reference}`}
            onClick={() => onAsk({ act: 'confirm', line, match })}
          >
            Confirm
          </Button>
          {claimed && reasons.includes('name_other') && (
            <Button
              size="small"
              look="line"
              label={`Ask about the name: ${reference}`}
              onClick={() => onAsk({ act: 'askName', line, match })}
            >
              Ask about the name
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

const surely = ({ certain, matches }: Line): Parameters<typeof Badge>[0] =>
  certain
    ? { kind: 'approved', children: 'Certain' }
    : { kind: matches.length > 0 ? 'pending' : 'other', children: matches.length > 0 ? 'To look at' : 'Nothing found' };

function Marks({ line }: { line: Line }) {
  if (line.aside) return <Badge>{asideWords[line.aside]}</Badge>;
  return (
    <>
      <Badge {...surely(line)} />
      {line.muchCash && <Badge kind="note">Cash above the ceiling</Badge>}
      {line.alike && <Badge kind="note">Another line is alike</Badge>}
      {line.sameAs && <Badge kind="note">{line.sameAs.used ? 'May stand here already' : 'May stand here twice'}</Badge>}
      {line.askedAt && <Badge kind="note">Customer asked {momentText(line.askedAt)}</Badge>}
    </>
  );
}

type ItemProps = {
  line: Line;
  ticked: boolean;
  works: boolean;
  onTick: (id: string) => void;
  onAsk: (asked: LineRequest) => void;
};

/** Where it stands on the page, for whoever moves by keys. */
export const lineIdOf = (id: string): string => `line-${id}`;

/** One line: what the bank says, what it may be for, and what may be done. */
export function LineItem({ line, ticked, works, onTick, onAsk }: ItemProps) {
  const { id, day, amount, payer, bank, account, reference, details, aside, credit, matches } = line;
  const name = `${amountWords(amount)}, ${reference || day}`;
  const from = [payer || 'nobody named', bank, account].filter(Boolean).join(', ');
  const ask = (act: Exclude<LineRequest['act'], 'confirm' | 'askName'>, says: string) => (
    <Button size="small" look="line" label={`${says}: ${name}`} onClick={() => onAsk({ act, line })}>
      {says}
    </Button>
  );
  return (
    <li id={lineIdOf(id)} className="stack-s unassigned" aria-label={name} tabIndex={-1}>
      <p className="row wraps wrap-any">
        {works && isReady(line) && (
          <input type="checkbox" aria-label={`Tick ${name}`} checked={ticked} onChange={() => onTick(id)} />
        )}
        <b className="num">{amountWords(amount)}</b> <Marks line={line} />
      </p>
      <p className="ink-2 num wrap-any">
        {dayText(new Date(`${day}T12:00:00Z`), { year: true })}, {credit ? 'from' : 'to'} {from}, under{' '}
        <span className="code">{reference || 'no reference'}</span>. {details}
      </p>
      {line.sameAs && <p className="wrap-any">{sameAsWords(line.sameAs)}</p>}
      {line.two && <TwoProposed two={line.two} works={works} />}
      {line.sameAs && <Rejected kinds={['two_lines']} subject={id} />}
      {matches.length > 0 && (
        <ul className="notes" aria-label={`What it may be for: ${name}`}>
          {matches.map((match) => (
            <Match key={match.id} match={match} line={line} {...(works && { onAsk })} />
          ))}
        </ul>
      )}
      {works && (
        <div className="row wraps">
          {aside === null ? (
            <>
              {ask('find', 'Find what it is for')}
              {ask('split', 'Split or leave unassigned')}
              {ask('setAside', 'Set aside')}
              {line.sameAs && !line.two && ask('proposeTwo', 'It is another line')}
            </>
          ) : (
            credit && !isAsideForGood(aside) && ask('bringBack', 'Bring back')
          )}
        </div>
      )}
    </li>
  );
}
