import { jamaicaDay } from '../../../../kernel/calendar.ts';
import { Field } from '../../../../ui/field.tsx';
import { serverNow } from '../../../../ui/server-clock.ts';

export const today = () => jamaicaDay(serverNow());

type Fields = Readonly<Record<'movedOn' | 'movedTime', object>>;

/** The time decides the price. Without a time, the end of the day is used, so coins require a time (`timed`). */
export const MovedAtFields = ({ fields, says, timed }: { fields: Fields; says: string; timed?: boolean }) => (
  <div className="pair">
    <Field label={says} type="date" max={today()} {...fields.movedOn} />
    <Field label="At" labelNote={timed ? 'Jamaica time, of the block' : 'If known'} type="time" {...fields.movedTime} />
  </div>
);
