import { type ReactNode, useEffect, useRef } from 'react';
import './styles/steps.css';

type StepFrameProps = {
  /** The flow, such as `KYC Tier 1`. */
  name: string;
  title: string;
  /** From 1. */
  step: number;
  count: number;
  close: ReactNode;
  children: ReactNode;
};

/** One step of a flow over the whole screen. Its heading gets the focus, so that screen readers announce each step. */
export function StepFrame({ name, title, step, count, close, children }: StepFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (step < 1 || title === '') return;
    frame.current?.scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, [step, title]);
  return (
    <div className="step-frame" ref={frame}>
      <div className="step-bar">
        <p className="t-xs ink-2 num">
          {name}, step {step} of {count}
        </p>
        {close}
        <progress max={count} value={step} aria-label={`Progress of ${name}`} />
      </div>
      <section className="step" aria-labelledby="step-title">
        <h1 id="step-title" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </section>
    </div>
  );
}
