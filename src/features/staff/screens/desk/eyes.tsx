import { ArrowRight } from 'lucide-react';
import { momentText } from '../../../../ui/format.ts';
import { whyWords } from '../../../movements/unassigned-why.ts';
import type { Case } from './data.ts';
import { Frozen, frozenFacts } from './order-facts.tsx';

const named = { payout: 'prepared it', return: 'prepared the return', undo: 'asked to undo an approval' } as const;
const approvals = { payout: 'approvePayout', return: 'approveReturn', undo: 'approveUndo' } as const;

/** What of an order's money came from unassigned, and why it stood there: for whoever decides what leaves for it. */
export const sourceFacts = ({ sources }: Pick<Case, 'sources'>): readonly (readonly [string, string])[] =>
  sources.length > 0 ? [['Paid from unassigned', sources.map(whyWords).join(' ')]] : [];

/** What waits for two people, of an order or of a payment. */
type InTwo = Pick<Case, 'sources'> & {
  readonly mine: readonly string[];
  readonly waiting: Case['waiting'];
  readonly leaving: readonly Case['leaving'][number][];
};
type WaitingProps = Pick<InTwo, 'mine' | 'sources'> & { waiting: NonNullable<Case['waiting']> };

/** Who asked and who may decide, and what is frozen between them (decision D2). */
function Waiting({ waiting, mine, sources }: WaitingProps) {
  const may = mine.includes(approvals[waiting.kind]);
  const first = waiting.mine ? 'You' : waiting.preparedBy;
  return (
    <section className="two-eyes" aria-label="Two pairs of eyes">
      <div className="eyes">
        <div className="e ok2">
          <b>{first}</b> {named[waiting.kind]}
          <br />
          <span className="num ink-2">{momentText(waiting.preparedAt)}</span>
        </div>
        <ArrowRight className="ic" aria-hidden="true" />
        <div className={may ? 'e mine' : 'e'}>
          <b>{may ? 'You' : 'Finance or admin'}</b> may approve it
          <br />
          <span className="ink-2">{first} may not</span>
        </div>
      </div>
      <Frozen facts={[...frozenFacts(waiting.frozen), ...sourceFacts({ sources })]} />
    </section>
  );
}

/** What two people agreed on: until it left it is to be sent exactly so, and its reference recorded. */
function Agreed({ agreed }: { agreed: Case['leaving'][number] }) {
  return (
    <section className="two-eyes" aria-label={`Agreed by two on ${momentText(agreed.approvedAt)}`}>
      <div className="eyes">
        <div className="e ok2">
          <b>{agreed.preparedBy}</b> {named[agreed.kind]}
          <br />
          <span className="num ink-2">{momentText(agreed.preparedAt)}</span>
        </div>
        <ArrowRight className="ic" aria-hidden="true" />
        <div className="e ok2">
          <b>{agreed.approvedBy}</b> approved it
          <br />
          <span className="num ink-2">{momentText(agreed.approvedAt)}</span>
        </div>
      </div>
      {agreed.leftId === null && <Frozen facts={frozenFacts(agreed.frozen)} />}
    </section>
  );
}

/** Two pairs of eyes on whatever leaves: what waits for the second, and what both agreed on. */
export function Eyes({ file: { waiting, leaving, mine, sources } }: { file: InTwo }) {
  const shown = leaving.filter(({ kind, leftId }) => kind === 'payout' || leftId === null);
  return (
    <>
      {waiting && <Waiting waiting={waiting} mine={mine} sources={sources} />}
      {shown.map((agreed) => (
        <Agreed key={agreed.id} agreed={agreed} />
      ))}
    </>
  );
}
