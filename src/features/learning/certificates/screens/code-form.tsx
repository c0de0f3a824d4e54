import { type FormEvent, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { takeEarlyInput } from '../../../../ui/preloaded-page.ts';
import './certificates.css';

/** Exceeds any code with separators. */
export const maxCodeLength = 80;

/** Code in the path, or in the query of a form that was sent without JavaScript. */
export function useCode(): string {
  const { code } = useParams();
  const [search] = useSearchParams();
  return code ?? search.get('code') ?? '';
}

/** Texts of what has the code. `path` is the check page, to which the code is appended. */
type Checked = { readonly path: string; readonly label: string; readonly missingText: string };

/** Asks for a code of our check pages and goes to the page of the code. */
export function CodeForm({ code, checked: { path, label, missingText } }: { code: string; checked: Checked }) {
  const [typed, setTyped] = useState(() => takeEarlyInput()['code'] ?? code);
  const [search] = useSearchParams();
  const [missing, setMissing] = useState(search.get('code') === '');
  const navigate = useNavigate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = typed.trim();
    setMissing(value === '');
    if (value !== '') void navigate(`${path}/${encodeURIComponent(value.slice(0, maxCodeLength))}`);
  };
  return (
    <form className="form stack-s" noValidate action={path} onSubmit={submit}>
      <Field
        label={label}
        hint="16 letters and digits. Spaces, dashes and lower case don’t matter."
        error={missing ? missingText : undefined}
        name="code"
        value={typed}
        maxLength={maxCodeLength}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div>
        <Button type="submit" variant={code === '' ? 'primary' : 'line'}>
          Check
        </Button>
      </div>
    </form>
  );
}
