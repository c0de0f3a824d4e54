import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Part } from '../../../../ui/desk/part.tsx';
import { Field } from '../../../../ui/field.tsx';
import { type Level, levels } from '../../../risk/rule-set.ts';
import type { DraftErrors, LimitField, TypedSet } from './draft-form.ts';
import { levelName } from './rule-words.ts';

type LimitsProps = { typed: TypedSet; errors: DraftErrors; onChange: (change: Partial<TypedSet>) => void };

const names: Readonly<Record<LimitField, string>> = {
  medium: 'Medium from',
  high: 'High from',
  critical: 'Critical from',
  blockAt: 'Stop an order from',
  alertScore: 'Alert staff from',
  cap: 'No score above',
};

const gravestFirst: readonly Level[] = [...levels].reverse();

/** Where levels begin, and what is stopped and alerted. */
export function DraftLimits({ typed, errors, onChange }: LimitsProps) {
  const limit = (field: LimitField) => (
    <Field
      key={field}
      id={field}
      label={names[field]}
      inputMode="numeric"
      autoComplete="off"
      value={typed.limits[field]}
      error={errors[field]}
      onChange={(event) => onChange({ limits: { ...typed.limits, [field]: event.target.value } })}
    />
  );
  const toggle = (level: Level, on: boolean) =>
    onChange({ alertLevels: levels.filter((each) => (each === level ? on : typed.alertLevels.includes(each))) });
  return (
    <Part id="draft-limits" title="Levels and what follows">
      <div className="limit-fields">{(['medium', 'high', 'critical'] as const).map(limit)}</div>
      <div className="limit-fields">{(['blockAt', 'alertScore', 'cap'] as const).map(limit)}</div>
      <fieldset className="field">
        <legend className="label">Alert staff at these levels whatever the score</legend>
        <div className="row wraps">
          {gravestFirst.map((level) => (
            <Checkbox
              key={level}
              label={levelName(level)}
              checked={typed.alertLevels.includes(level)}
              onChange={(event) => toggle(level, event.target.checked)}
            />
          ))}
        </div>
      </fieldset>
    </Part>
  );
}
