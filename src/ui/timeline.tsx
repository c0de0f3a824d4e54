import type { ReactNode } from 'react';

export type StepState = 'done' | 'now' | 'ahead' | 'stop';
export type TimelineStep = { state: StepState; title: ReactNode; note?: ReactNode; column?: number };

const stateLabels = { done: 'Done: ', now: 'Current: ', ahead: 'Upcoming: ', stop: 'Stopped: ' };
const getStateClass = (state: StepState): string | undefined => (state === 'ahead' ? undefined : state);

export const Timeline = ({ steps }: { steps: readonly TimelineStep[] }) => (
  <ol className="way">
    {steps.map(({ state, title, note, column }, index) => (
      <li
        // biome-ignore lint/suspicious/noArrayIndexKey: steps keep their order.
        key={index}
        className={getStateClass(state)}
        style={column === undefined ? undefined : { gridColumn: column }}
        aria-current={state === 'now' ? 'step' : undefined}
      >
        <b className={state === 'ahead' ? 'ahead' : undefined}>
          <span className="sr">{stateLabels[state]}</span>
          {title}
        </b>
        {note && <small>{note}</small>}
      </li>
    ))}
  </ol>
);

export type Lane = { name: ReactNode; badge?: ReactNode; steps: readonly TimelineStep[] };
export type LaneDay = { name: string; columns: number; today?: boolean };

/** Several timelines on one scale of five columns. Phones show a list. */
export const TimelineLanes = ({
  label,
  days,
  lanes,
}: {
  label: string;
  days: readonly LaneDay[];
  lanes: readonly Lane[];
}) => (
  <section className="lanes">
    <h2 className="sr">{label}</h2>
    <div className="days num" aria-hidden="true">
      <i />
      {days.map(({ name, columns, today }) => (
        <span key={name} className={today ? 'today' : undefined} style={{ gridColumn: `span ${columns}` }}>
          {name}
        </span>
      ))}
    </div>
    {lanes.map(({ name, badge, steps }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lanes keep their order.
      <section key={index} className="lane">
        <h3>
          {name} {badge}
        </h3>
        <Timeline steps={steps} />
      </section>
    ))}
  </section>
);

export const Steps = ({ steps }: { steps: readonly { state: StepState; title: ReactNode }[] }) => (
  <ol className="steps">
    {steps.map(({ state, title }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: steps keep their order.
      <li key={index} className={getStateClass(state)} aria-current={state === 'now' ? 'step' : undefined}>
        <span className="sr">{stateLabels[state]}</span>
        {title}
      </li>
    ))}
  </ol>
);
