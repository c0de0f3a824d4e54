import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PageSection } from '../../../../../ui/admin/section.tsx';
import { Button } from '../../../../../ui/button.tsx';
import { api } from '../../../../../ui/client.ts';
import { Field } from '../../../../../ui/field.tsx';
import { toastError, toastSuccess } from '../../../../../ui/toast.ts';
import { useCommand } from '../../../../../ui/use-command.ts';
import type { RuleSet } from '../../../../risk/rule-set.ts';
import { ruleNotices } from '../../../notices.ts';
import { Backtest } from './backtest-panel.tsx';
import { fieldGroups, formatRules, parseRules, type RuleTexts } from './rule-fields.ts';
import { Differences } from './rule-table.tsx';
import { getDifferences } from './rule-text.ts';

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
