import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import './certificates.css';

/** Exceeds any code with separators. */
export const maxCodeLength = 80;

/** Texts of what has the code. `path` is the check page, to which the code is appended. */
type Checked = { readonly path: string; readonly label: string; readonly missingText: string };

/** Asks for a code of our check pages and goes to the page of the code. */
export function CodeForm({ code, checked: { path, label, missingText } }: { code: string; checked: Checked }) {
  const [typed, setTyped] = useState(code);
  const [missing, setMissing] = useState(false);
  const navigate = useNavigate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = typed.trim();
    setMissing(value === '');
    if (value !== '') void navigate(`${path}/${encodeURIComponent(value.slice(0, maxCodeLength))}`);
  };
  return (
    <form className="form stack-s" noValidate onSubmit={submit}>
      <Field
        label={label}
        hint="16 letters and digits. Spaces, dashes and lower case don’t matter."
        error={missing ? missingText : undefined}
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
