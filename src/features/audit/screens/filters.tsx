import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { type Option, SelectField } from '../../../ui/select-field.tsx';
import { noWish, type Wish } from './data.ts';
import { actWords } from './words.ts';

/** Whole features first, each before its acts. */
function choices(actions: readonly string[]): Option[] {
  const features = [...new Set(actions.map((action) => action.split('.')[0] ?? ''))].sort();
  return features.flatMap((feature) => [
    { value: `${feature}.`, name: `${actWords(feature).feature}: everything` },
    ...actions
      .filter((action) => action.startsWith(`${feature}.`))
      .map((action) => ({ value: action, name: `${actWords(action).feature}: ${actWords(action).act}` })),
  ]);
}

type FiltersProps = { wish: Wish; actions: readonly string[]; onWish: (wish: Wish) => void };

/** What to look for. Choices count at once; words when they are sent: no name is looked up letter by letter. */
export function Filters({ wish, actions, onWish }: FiltersProps) {
  const [who, setWho] = useState(wish.who);
  const [subject, setSubject] = useState(wish.subject);
  const typed = { ...wish, who: who.trim(), subject: subject.trim() };
  const clear = () => {
    setWho('');
    setSubject('');
    onWish(noWish);
  };
  return (
    <search>
      <form
        className="audit-filters"
        onSubmit={(event) => {
          event.preventDefault();
          onWish(typed);
        }}
      >
        <Field
          label="Who"
          placeholder="Name or e-mail"
          maxLength={120}
          value={who}
          onChange={(event) => setWho(event.target.value)}
        />
        <Field
          label="On what"
          placeholder="Order, customer’s e-mail, id"
          maxLength={120}
          value={subject}
          onChange={(event) => setSubject(event.target.value)}
        />
        <SelectField
          label="Act"
          empty="Everything"
          options={choices(actions)}
          value={wish.action}
          onChange={(event) => onWish({ ...typed, action: event.target.value })}
        />
        <Field
          label="From"
          type="date"
          value={wish.from}
          max={wish.until || undefined}
          onChange={(event) => onWish({ ...typed, from: event.target.value })}
        />
        <Field
          label="Until"
          type="date"
          value={wish.until}
          min={wish.from || undefined}
          onChange={(event) => onWish({ ...typed, until: event.target.value })}
        />
        <div className="row">
          <Button type="submit">Show</Button>
          <Button look="line" onClick={clear}>
            Clear
          </Button>
        </div>
      </form>
    </search>
  );
}
