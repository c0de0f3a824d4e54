import type { ReactNode } from 'react';

/** `done` was walked, `now` is where we are, `ahead` has not happened, `stop` is where it ended badly. */
export type StepState = 'done' | 'now' | 'ahead' | 'stop';
export type WayStep = { state: StepState; title: ReactNode; note?: ReactNode; column?: number };

const stateWords = { done: 'Done: ', now: 'Now: ', ahead: 'Ahead: ', stop: 'Stopped: ' };
const classOf = (state: StepState): string | undefined => (state === 'ahead' ? undefined : state);

/** A timeline: what was walked is solid, what lies ahead is dashed, the golden triangle is the point we are at. */
export const Way = ({ steps }: { steps: readonly WayStep[] }) => (
  <ol className="way">
    {steps.map(({ state, title, note, column }, index) => (
      <li
        // biome-ignore lint/suspicious/noArrayIndexKey: steps keep their order.
        key={index}
        className={classOf(state)}
        style={column === undefined ? undefined : { gridColumn: column }}
        aria-current={state === 'now' ? 'step' : undefined}
      >
        <b className={state === 'ahead' ? 'ahead' : undefined}>
          <span className="sr">{stateWords[state]}</span>
          {title}
        </b>
        {note && <small>{note}</small>}
      </li>
    ))}
  </ol>
);

export type Lane = { name: ReactNode; badge?: ReactNode; steps: readonly WayStep[] };
export type LaneDay = { name: string; columns: number; today?: boolean };

/**
 * Several ways on one calendar of five columns; each step says in which column it stands. On a phone the same lists
 * run downwards and the calendar goes.
 */
export const Lanes = ({ label, days, lanes }: { label: string; days: readonly LaneDay[]; lanes: readonly Lane[] }) => (
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
        <Way steps={steps} />
      </section>
    ))}
  </section>
);

/** Few steps on one line: where one is in a form of several parts. */
export const Steps = ({ steps }: { steps: readonly { state: StepState; title: ReactNode }[] }) => (
  <ol className="steps">
    {steps.map(({ state, title }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: steps keep their order.
      <li key={index} className={classOf(state)} aria-current={state === 'now' ? 'step' : undefined}>
        <span className="sr">{stateWords[state]}</span>
        {title}
      </li>
    ))}
  </ol>
);
