import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { parseMinorUnits } from '../../../../kernel/money.ts';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { Field } from '../../../../ui/field.tsx';
import { toastError, toastSuccess } from '../../../../ui/toast.ts';
import { useCommand } from '../../../../ui/use-command.ts';
import { type Rule, RuleSet } from '../../../risk/rule-set.ts';
import { RulesTitle } from '../../../risk/schema.ts';
import { ruleNotices } from '../../notices.ts';
import { Backtest } from './backtest-panel.tsx';
import { Differences, formatFigure, getDifferences, getFactName, getRuleName } from './rule-table.tsx';

type RuleField = { readonly path: string; readonly label: string; readonly suffix?: string };
type FieldGroup = { readonly name: string; readonly fields: readonly RuleField[] };
/** Form values by field path, and the summary of the change under `title`. */
export type RuleTexts = Readonly<Record<string, string>>;

type Measured = Extract<Rule, { comparison: 'above' | 'at_least' }>;
const isMeasured = (rule: Rule): rule is Measured => rule.comparison === 'above' || rule.comparison === 'at_least';

function thresholdFields(rule: Rule, path: string): RuleField[] {
  if (isMeasured(rule)) return [{ path, label: rule.comparison === 'above' ? 'Above' : 'At least', suffix: rule.unit }];
  if (rule.comparison !== 'between') return [];
  return [
    { path: `${path}.from`, label: 'From hour', suffix: ':00' },
    { path: `${path}.until`, label: 'To hour', suffix: ':59' },
  ];
}

const factorGroup = (rule: Rule, index: number): FieldGroup => ({
  name: getRuleName(rule.code),
  fields: [
    ...thresholdFields(rule, `rules.${index}.threshold`),
    { path: `rules.${index}.points`, label: rule.comparison === 'own_score' ? 'Points at most' : 'Points' },
    { path: `rules.${index}.reason`, label: `Text for staff (${getFactName(rule)})` },
  ],
});

const limits: FieldGroup = {
  name: 'Levels and effects',
  fields: [
    { path: 'levels.medium', label: 'Medium from' },
    { path: 'levels.high', label: 'High from' },
    { path: 'levels.critical', label: 'Critical from' },
    { path: 'blockAt', label: 'Order blocked from' },
    { path: 'alert.score', label: 'Alert from' },
    { path: 'alert.levels', label: 'Alert at these levels' },
    { path: 'cap', label: 'Maximum score' },
  ],
};

const fieldGroups = ({ rules }: RuleSet): FieldGroup[] => [...rules.map(factorGroup), limits];

type Json = Record<string, unknown>;
const valueAt = (root: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Json)[key], root);

function formatValue(value: unknown, path: string): string {
  if (Array.isArray(value)) return value.join(', ');
  return path.endsWith('.threshold') ? formatFigure(String(value)) : String(value);
}

export const formatRules = (ruleSet: RuleSet): RuleTexts =>
  Object.fromEntries(
    fieldGroups(ruleSet)
      .flatMap(({ fields }) => fields)
      .map(({ path }) => [path, formatValue(valueAt(ruleSet, path), path)]),
  );

const normalizeFigure = (text: string): string => text.replace(/^J\$/i, '').replaceAll(/[\s,]/g, '');

/** Parses a threshold. Returns `before` if only the notation differs. */
function parseFigure(before: string, text: string): string {
  const typed = normalizeFigure(text);
  try {
    return parseMinorUnits(before) === parseMinorUnits(typed) ? before : typed;
  } catch {
    return typed;
  }
}

function parseValue(before: unknown, text: string, path: string): unknown {
  // Number('') would be 0.
  if (typeof before === 'number') return text === '' ? Number.NaN : Number(text);
  if (Array.isArray(before)) return text === '' ? [] : text.toLowerCase().split(/\s*,\s*/);
  return path.endsWith('.threshold') ? parseFigure(String(before), text) : text;
}

type ParsedRules = { readonly ruleSet: RuleSet | null; readonly errors: RuleTexts };

export function parseRules(texts: RuleTexts, inForce: RuleSet): ParsedRules {
  const value = structuredClone(inForce) as unknown as Json;
  const paths = fieldGroups(inForce).flatMap(({ fields }) => fields.map(({ path }) => path));
  for (const path of paths) {
    const keys = path.split('.');
    const owner = keys.slice(0, -1).reduce<Json>((part, key) => part[key] as Json, value);
    owner[keys.at(-1) ?? ''] = parseValue(valueAt(inForce, path), (texts[path] ?? '').trim(), path);
  }
  const parsed = RuleSet.safeParse(value);
  const errors: Record<string, string> = {};
  const title = RulesTitle.safeParse(texts['title'] ?? '');
  if (!title.success) errors['title'] = title.error.issues[0]?.message ?? '';
  for (const { path, message } of parsed.error?.issues ?? []) {
    const at = path.join('.');
    const field = paths.find((each) => each === at || at.startsWith(`${each}.`) || each.startsWith(`${at}.`));
    errors[field ?? 'title'] ??= message;
  }
  return { ruleSet: parsed.success ? parsed.data : null, errors };
}

/** Focuses the first invalid field after the errors are rendered. */
const focusFirst = (errors: RuleTexts) =>
  requestAnimationFrame(() => {
    const fields = [...document.querySelectorAll<HTMLElement>('.rule-form input')];
    fields.find(({ id }) => errors[id] !== undefined)?.focus();
  });

export function RuleForm({ inForce, onDone }: { inForce: RuleSet; onDone: () => void }) {
  const queries = useQueryClient();
  const [texts, setTexts] = useState<RuleTexts>(() => formatRules(inForce));
  const [errors, setErrors] = useState<RuleTexts>({});
  const propose = useCommand(api.risk.propose, {
    done: () => {
      toastSuccess(ruleNotices.proposed);
      void queries.invalidateQueries({ queryKey: api.risk.key() }).finally(onDone);
    },
  });
  const { ruleSet } = parseRules(texts, inForce);
  const send = () => {
    const parsed = parseRules(texts, inForce);
    setErrors(parsed.errors);
    if (parsed.ruleSet && Object.keys(parsed.errors).length === 0) {
      propose.mutate({ title: texts['title'] ?? '', ruleSet: parsed.ruleSet });
      return;
    }
    toastError(ruleNotices.fields);
    focusFirst(parsed.errors);
  };
  const field = (path: string) => ({
    id: path,
    autoComplete: 'off',
    value: texts[path] ?? '',
    error: errors[path],
    onChange: ({ target }: { target: { value: string } }) => setTexts({ ...texts, [path]: target.value }),
  });
  return (
    <form
      className="rule-form stack"
      noValidate
      aria-label="Change the rules"
      onSubmit={(event) => {
        event.preventDefault();
        if (!propose.isPending) send();
      }}
    >
      <Field label="Summary of the change" maxLength={120} {...field('title')} />
      {fieldGroups(inForce).map(({ name, fields }) => (
        <fieldset key={name}>
          <legend>{name}</legend>
          <div className="rule-fields">
            {fields.map(({ path, label, suffix }) => (
              <Field key={path} label={label} suffix={suffix} maxLength={200} {...field(path)} />
            ))}
          </div>
        </fieldset>
      ))}
      <PageSection id="differs" title="What changes">
        {ruleSet ? (
          <Differences differences={getDifferences(inForce, ruleSet)} before="In force" after="Proposed" />
        ) : (
          <p className="ink-2">One or more fields aren't valid yet.</p>
        )}
      </PageSection>
      <Backtest key={JSON.stringify(ruleSet)} ruleSet={ruleSet} />
      <div className="row wraps">
        <Button type="submit" busy={propose.isPending}>
          Propose
        </Button>
        <Button variant="line" onClick={onDone}>
          Cancel
        </Button>
        <span className="t-2xs ink-2">A second person must approve before anything changes.</span>
      </div>
    </form>
  );
}
