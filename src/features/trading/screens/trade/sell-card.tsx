import { useEffect, useRef } from 'react';
import { RestoredNotice } from '../../../../ui/restored-notice.tsx';
import { type StepState, Steps } from '../../../../ui/timeline.tsx';
import { SellBank } from './sell-bank.tsx';
import { SellProof } from './sell-proof.tsx';
import { SellSend } from './sell-send.tsx';
import type { Limits, ListedOrder } from './shapes.ts';
import type { Selling } from './use-sell.ts';

const titles = ['Send crypto', 'Upload proof', 'Your bank'];

const stateOf = (at: number, step: number): StepState => (at < step ? 'done' : at === step ? 'now' : 'ahead');

type SellCardProps = { selling: Selling; limits: Limits | undefined; recent: readonly ListedOrder[] };

function useStepHead(step: number, restoredAt: unknown) {
  const head = useRef<HTMLDivElement>(null);
  const previous = useRef({ step, restoredAt });
  useEffect(() => {
    const moved = previous.current.step !== step && previous.current.restoredAt === restoredAt;
    previous.current = { step, restoredAt };
    if (!moved) return;
    head.current?.focus({ preventScroll: true });
    head.current?.scrollIntoView({ block: 'start' });
  }, [step, restoredAt]);
  return head;
}

/** Sell form in three steps [001 §1, §2 Sell Cryptocurrency card]. */
export function SellCard({ selling, limits, recent }: SellCardProps) {
  const { values, restoredAt, startOver, submit } = selling;
  const { step } = values;
  const head = useStepHead(step, restoredAt);
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
      <RestoredNotice {...{ restoredAt, onDiscard: startOver }} />
      {step === 1 && <SellSend selling={selling} limits={limits} recent={recent} />}
      {step === 2 && <SellProof selling={selling} />}
      {step === 3 && <SellBank selling={selling} recent={recent} />}
    </form>
  );
}
