import { ArrowRight } from 'lucide-react';
import { momentText } from '../../../../ui/format.ts';
import type { Case } from './data.ts';
import { Frozen, frozenFacts } from './order-facts.tsx';

/** Two pairs of eyes (decision D2): who prepared it, who may approve it and who may not, and what is frozen. */
export function Eyes({ file: { payout, mine, order, story } }: { file: Case }) {
  if (payout) {
    const may = mine.includes(payout.kind === 'payout' ? 'approvePayout' : 'approveReturn');
    return (
      <section className="two-eyes" aria-label="Two pairs of eyes">
        <div className="eyes">
          <div className="e ok2">
            <b>{payout.mine ? 'You' : payout.preparedBy}</b> prepared {payout.kind === 'payout' ? 'it' : 'the return'}
            <br />
            <span className="num ink-2">{momentText(payout.preparedAt)}</span>
          </div>
          <ArrowRight className="ic" aria-hidden="true" />
          <div className={may ? 'e mine' : 'e'}>
            <b>{may ? 'You' : 'Finance or admin'}</b> may approve it
            <br />
            <span className="ink-2">{payout.mine ? 'You' : payout.preparedBy} may not</span>
          </div>
        </div>
        <Frozen facts={frozenFacts(payout.frozen)} />
      </section>
    );
  }
  if (order.state.payOut !== 'approved' && order.state.payOut !== 'sent') return null;
  const last = (event: string) => story.findLast((line) => line.event === event);
  const [prepared, approved] = [last('preparePayout'), last('approvePayout')];
  return (
    <section className="eyes" aria-label="Two pairs of eyes">
      <div className="e ok2">
        <b>{prepared?.actor ?? 'Staff'}</b> prepared it
        <br />
        <span className="num ink-2">{prepared && momentText(prepared.at)}</span>
      </div>
      <ArrowRight className="ic" aria-hidden="true" />
      <div className="e ok2">
        <b>{approved?.actor ?? 'Staff'}</b> approved it
        <br />
        <span className="num ink-2">{approved && momentText(approved.at)}</span>
      </div>
    </section>
  );
}
