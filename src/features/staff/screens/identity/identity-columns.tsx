import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import type { Column } from '../../../../ui/desk/list.tsx';
import { ageText, momentText } from '../../../../ui/format.ts';
import type { IdentityLine } from './data.ts';
import { lineWord, promiseTint, riskWords, tierWord } from './words.ts';

/** What makes this one different from others: who approved first, its risk, how often it was tried. */
function remarks({ firstApprover, risk, dueDiligence, earlier }: IdentityLine): string {
  const found = [
    firstApprover && `${firstApprover} approved first`,
    risk && `${riskWords[risk].text} risk`,
    dueDiligence && 'due diligence',
    earlier > 0 && (earlier === 1 ? '1 earlier try' : `${earlier} earlier tries`),
  ].filter(Boolean);
  return found.join(', ');
}

function Age({ line, now }: { line: IdentityLine; now: Date }) {
  const tint = line.waitsFor === 'customer' ? '' : promiseTint(line, now);
  return <span className={`age ${tint}`}>{ageText(line.submittedAt, now)}</span>;
}

function StateBadge({ line }: { line: IdentityLine }) {
  const { kind, text } = lineWord(line);
  return <Badge kind={kind}>{text}</Badge>;
}

/**
 * One submission a row, the oldest first. `query` stands behind a submission's address, so that the part of the queue
 * goes along.
 */
export const identityColumns = (now: Date, query: string): readonly Column<IdentityLine>[] => [
  { name: 'Age', of: (line) => <Age line={line} now={now} /> },
  {
    name: 'Customer',
    className: 'ref',
    of: ({ id, customer }) => <Link to={`/admin/identity/${id}${query}`}>{customer}</Link>,
  },
  { name: 'Tier', of: ({ tier }) => tierWord(tier) },
  { name: 'E-mail', className: 'ink-2', of: ({ email }) => email },
  { name: 'Due', className: 'num', of: ({ dueAt }) => momentText(dueAt) },
  { name: 'State', of: (line) => <StateBadge line={line} /> },
  { name: 'Remarks', className: 'ink-2', of: remarks },
];
