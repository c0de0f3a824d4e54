import { Button } from '../../../../ui/button.tsx';
import { momentText } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { type StepState, Steps } from '../../../../ui/way.tsx';
import { SellBank } from './sell-bank.tsx';
import { SellProof } from './sell-proof.tsx';
import { SellSend } from './sell-send.tsx';
import type { OrderLine, Paused } from './shapes.ts';
import type { Selling } from './use-sell.ts';

const titles = ['Send crypto', 'Show the transfer', 'Your bank'];

const stateOf = (at: number, step: number): StepState => (at < step ? 'done' : at === step ? 'now' : 'ahead');

type SellCardProps = { selling: Selling; paused: Paused; recent: readonly OrderLine[] };

/** Selling in three steps: send, show, be paid [001 §2]. */
export function SellCard({ selling, paused, recent }: SellCardProps) {
  const { step, restoredAt, startOver, submit } = selling;
  return (
    <form
      className="form"
      noValidate
      aria-label="Sell Cryptocurrency"
      onSubmit={(event) => {
        event.preventDefault();
        if (step === 3) submit();
      }}
    >
      <h2 className="sr">Sell Cryptocurrency</h2>
      <Steps steps={titles.map((title, at) => ({ title, state: stateOf(at + 1, step) }))} />
      {restoredAt && (
        <Notice>
          We kept what you typed on {momentText(restoredAt)}.{' '}
          <Button look="bare" size="small" onClick={startOver}>
            Start over
          </Button>
        </Notice>
      )}
      {step === 1 && <SellSend selling={selling} paused={paused} />}
      {step === 2 && <SellProof selling={selling} />}
      {step === 3 && <SellBank selling={selling} recent={recent} />}
    </form>
  );
}
