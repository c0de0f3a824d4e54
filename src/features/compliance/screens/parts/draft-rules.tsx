import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Part } from '../../../../ui/desk/part.tsx';
import { Field, TextField } from '../../../../ui/field.tsx';
import { type DraftErrors, reasonNamesOldFigure, type TypedRule } from './draft-form.ts';
import { conditionText, factName, ruleName } from './rule-words.ts';

type RuleProps = { typed: TypedRule; errors: DraftErrors; onChange: (change: Partial<TypedRule>) => void };

type PartProps = RuleProps & { part: 'threshold' | 'from' | 'until' | 'points'; label: string; suffix?: string };

/** One figure of a factor. */
function Figure({ typed, errors, onChange, part, label, suffix }: PartProps) {
  const { code } = typed.rule;
  const path = part === 'from' || part === 'until' ? `${code}.threshold.${part}` : `${code}.${part}`;
  return (
    <Field
      id={path}
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={typed[part]}
      error={errors[path]}
      suffix={suffix}
      onChange={(event) => onChange({ [part]: event.target.value })}
    />
  );
}

/** What can be changed about when a factor counts. The rest is said in words: it is so, or it is not. */
function Condition(props: RuleProps) {
  const { rule } = props.typed;
  if (rule.comparison === 'above' || rule.comparison === 'at_least') {
    const label = rule.comparison === 'above' ? 'Above' : 'From';
    return <Figure {...props} part="threshold" label={label} suffix={rule.unit} />;
  }
  if (rule.comparison === 'between')
    return (
      <div className="row span">
        <Figure {...props} part="from" label="From hour" suffix=":00" />
        <Figure {...props} part="until" label="To hour" suffix=":59" />
      </div>
    );
  return (
    <p className="fixed-condition">
      <span className="ink-3">Counts when</span>
      {conditionText(rule)}
    </p>
  );
}

function RuleItem(props: RuleProps) {
  const { typed, errors, onChange } = props;
  const { rule, counts } = typed;
  const name = ruleName(rule.code);
  return (
    <li className={counts ? undefined : 'off'}>
      <fieldset>
        <legend className="sr">{name}</legend>
        <div className="row between">
          <Checkbox
            label={<b>{name}</b>}
            aria-label={`${name} counts`}
            checked={counts}
            onChange={(event) => onChange({ counts: event.target.checked })}
          />
          <span className="ink-3">{factName(rule)}</span>
        </div>
        {counts && (
          <div className="figures">
            <Condition {...props} />
            <Figure {...props} part="points" label={rule.comparison === 'own_score' ? 'Points at most' : 'Points'} />
            <TextField
              id={`${rule.code}.reason`}
              label="Staff read"
              rows={1}
              maxLength={200}
              value={typed.reason}
              error={errors[`${rule.code}.reason`]}
              hint={reasonNamesOldFigure(typed) ? 'It still names the old figure.' : undefined}
              onChange={(event) => onChange({ reason: event.target.value })}
            />
          </div>
        )}
      </fieldset>
    </li>
  );
}

type DraftRulesProps = {
  rules: readonly TypedRule[];
  errors: DraftErrors;
  onChange: (rules: readonly TypedRule[]) => void;
};

/** Every factor with what may be changed about it; one that is switched off stays at hand. */
export function DraftRules({ rules, errors, onChange }: DraftRulesProps) {
  const set = (code: string, change: Partial<TypedRule>) =>
    onChange(rules.map((typed) => (typed.rule.code === code ? { ...typed, ...change } : typed)));
  return (
    <Part id="draft-factors" title="Factors">
      <ol className="draft-rules">
        {rules.map((typed) => (
          <RuleItem
            key={typed.rule.code}
            typed={typed}
            errors={errors}
            onChange={(change) => set(typed.rule.code, change)}
          />
        ))}
      </ol>
      {errors['rules'] && (
        <p className="err" role="alert">
          {errors['rules']}
        </p>
      )}
    </Part>
  );
}
