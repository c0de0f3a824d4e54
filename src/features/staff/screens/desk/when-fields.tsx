import { jamaicaDay } from '../../../../kernel/calendar.ts';
import { Field } from '../../../../ui/field.tsx';
import { serverNow } from '../../../../ui/server-clock.ts';

export const today = () => jamaicaDay(serverNow());

type Fields = Readonly<Record<'movedOn' | 'movedTime', object>>;

/**
 * When it moved by the evidence: prices are counted from it. A day without a time counts to its end, which is right for
 * a bank line alone: coins that came in are `timed`.
 */
export const WhenFields = ({ fields, says, timed }: { fields: Fields; says: string; timed?: boolean }) => (
  <div className="pair">
    <Field label={says} type="date" max={today()} {...fields.movedOn} />
    <Field label="At" aside={timed ? 'Jamaica, of the block' : 'If known'} type="time" {...fields.movedTime} />
  </div>
);
