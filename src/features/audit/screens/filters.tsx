import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { type Option, SelectField } from '../../../ui/select-field.tsx';
import { type AuditFilter, emptyFilter } from './data.ts';
import { formatAction } from './format.ts';

function getOptions(actions: readonly string[]): Option[] {
  const features = [...new Set(actions.map((action) => action.split('.')[0] ?? ''))].sort();
  return features.flatMap((feature) => [
    { value: `${feature}.`, name: `${formatAction(feature).feature}: all actions` },
    ...actions
      .filter((action) => action.startsWith(`${feature}.`))
      .map((action) => ({ value: action, name: `${formatAction(action).feature}: ${formatAction(action).act}` })),
  ]);
}

type FiltersProps = { filter: AuditFilter; actions: readonly string[]; onFilter: (filter: AuditFilter) => void };

/** Selections apply directly. Text applies on submit, so that no query runs for each typed letter. */
export function Filters({ filter, actions, onFilter }: FiltersProps) {
  const [who, setWho] = useState(filter.who);
  const [subject, setSubject] = useState(filter.subject);
  const typedFilter = { ...filter, who: who.trim(), subject: subject.trim() };
  const clear = () => {
    setWho('');
    setSubject('');
    onFilter(emptyFilter);
  };
  return (
    <search>
      <form
        className="audit-filters"
        onSubmit={(event) => {
          event.preventDefault();
          onFilter(typedFilter);
        }}
      >
        <Field
          label="Who"
          placeholder="Name or email"
          maxLength={120}
          value={who}
          onChange={(event) => setWho(event.target.value)}
        />
        <Field
          label="Subject"
          placeholder="Order, customer email or ID"
          maxLength={120}
          value={subject}
          onChange={(event) => setSubject(event.target.value)}
        />
        <SelectField
          label="Action"
          emptyLabel="All actions"
          options={getOptions(actions)}
          value={filter.action}
          onChange={(event) => onFilter({ ...typedFilter, action: event.target.value })}
        />
        <Field
          label="From"
          type="date"
          value={filter.from}
          max={filter.until || undefined}
          onChange={(event) => onFilter({ ...typedFilter, from: event.target.value })}
        />
        <Field
          label="Until"
          type="date"
          value={filter.until}
          min={filter.from || undefined}
          onChange={(event) => onFilter({ ...typedFilter, until: event.target.value })}
        />
        <div className="row">
          <Button type="submit">Show</Button>
          <Button variant="line" onClick={clear}>
            Clear
          </Button>
        </div>
      </form>
    </search>
  );
}
