import { useEffect, useRef } from 'react';
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

/** A step that somebody goes on to begins at its head, in view; one that a kept draft brings back moves nothing. */
function useHeadOf(step: number, restoredAt: unknown) {
  const head = useRef<HTMLDivElement>(null);
  const was = useRef({ step, restoredAt });
  useEffect(() => {
    const moved = was.current.step !== step && was.current.restoredAt === restoredAt;
    was.current = { step, restoredAt };
    if (!moved) return;
    head.current?.focus({ preventScroll: true });
    head.current?.scrollIntoView({ block: 'start' });
  }, [step, restoredAt]);
  return head;
}

/**
 * The Sell card in three steps: send crypto to a company wallet, show it, be paid J$ to a bank account [001 §1, §2 Sell
 * Cryptocurrency card].
 */
export function SellCard({ selling, paused, recent }: SellCardProps) {
  const { values, restoredAt, startOver, submit } = selling;
  const { step } = values;
  const head = useHeadOf(step, restoredAt);
  return (
    <form
      className="form"
      noValidate
      aria-label="Sell Cryptocurrency"
      onSubmit={(event) => {
        event.preventDefault();
        if (step === 3) void submit();
      }}
    >
      <h2 className="sr">Sell Cryptocurrency</h2>
      <div ref={head} tabIndex={-1}>
        <Steps steps={titles.map((title, at) => ({ title, state: stateOf(at + 1, step) }))} />
      </div>
      {restoredAt && (
        <Notice>
          We kept what you typed on {momentText(restoredAt)}.{' '}
          <Button look="bare" size="small" onClick={startOver}>
            Start over
          </Button>
        </Notice>
      )}
      {step === 1 && <SellSend selling={selling} paused={paused} recent={recent} />}
      {step === 2 && <SellProof selling={selling} />}
      {step === 3 && <SellBank selling={selling} recent={recent} />}
    </form>
  );
}
