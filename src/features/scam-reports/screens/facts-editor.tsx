import { Plus, X } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { addressFamilyRows } from '../../assets/families.ts';
import { handleServices, serviceNames } from '../indicators/handle.ts';
import type { Fact } from '../schema.ts';

const kinds: readonly { readonly value: Fact['kind']; readonly name: string }[] = [
  { value: 'domain', name: 'Website' },
  { value: 'wallet', name: 'Wallet address' },
  { value: 'phone', name: 'Phone number' },
  { value: 'handle', name: 'Account or page' },
  { value: 'email', name: 'Email' },
];
const families = Object.entries(addressFamilyRows).map(([value, { name }]) => ({ value, name }));
const scopes: Partial<Record<Fact['kind'], { label: string; options: { value: string; name: string }[] }>> = {
  wallet: { label: 'Network', options: families },
  handle: {
    label: 'Platform',
    options: handleServices.map((service) => ({ value: service, name: serviceNames[service] })),
  },
};

type RowProps = {
  at: number;
  fact: Fact;
  error: string | undefined;
  onChange: (fact: Fact) => void;
  onRemove: () => void;
};

function Row({ at, fact, error, onChange, onRemove }: RowProps) {
  const scope = scopes[fact.kind];
  const kindName = kinds.find(({ value }) => value === fact.kind)?.name ?? '';
  return (
    <li className="scam-fact">
      <SelectField
        id={`fact-${at}-kind`}
        label="Type"
        options={kinds}
        value={fact.kind}
        onChange={({ target }) => {
          const kind = target.value as Fact['kind'];
          onChange({ ...fact, kind, scope: scopes[kind]?.options[0]?.value ?? '' });
        }}
      />
      {scope && (
        <SelectField
          id={`fact-${at}-scope`}
          label={scope.label}
          options={scope.options}
          value={fact.scope}
          onChange={({ target }) => onChange({ ...fact, scope: target.value })}
        />
      )}
      <Field
        id={`fact-${at}-value`}
        label={kindName}
        value={fact.value}
        error={error}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2048}
        onChange={({ target }) => onChange({ ...fact, value: target.value })}
      />
      <Button variant="bare" icon label={`Remove ${kindName} ${fact.value}`.trim()} onClick={onRemove}>
        <X className="ic" aria-hidden="true" />
      </Button>
    </li>
  );
}

type FactsEditorProps = {
  facts: readonly Fact[];
  error: string | undefined;
  onChange: (facts: readonly Fact[], changed: Fact | null) => void;
};

export function FactsEditor({ facts, error, onChange }: FactsEditorProps) {
  const replaceAt = (at: number, fact: Fact | null) =>
    onChange(
      facts.flatMap((one, n) => (n === at ? (fact ?? []) : one)),
      facts[at] ?? null,
    );
  return (
    <fieldset className="scam-facts">
      <legend className="b t-sm">Websites, wallets, numbers and accounts</legend>
      <p className="hint">
        We found these in your text. Edit or remove any that are wrong, and add any that are missing.
      </p>
      <ul>
        {facts.map((fact, at) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and the index is stable while typing.
            key={at}
            at={at}
            fact={fact}
            error={error?.includes(fact.value) && fact.value !== '' ? error : undefined}
            onChange={(changed) => replaceAt(at, changed)}
            onRemove={() => replaceAt(at, null)}
          />
        ))}
      </ul>
      {facts.length < 30 && (
        <Button
          variant="line"
          size="small"
          onClick={() => onChange([...facts, { kind: 'domain', scope: '', value: '' }], null)}
        >
          <Plus className="ic" aria-hidden="true" />
          Add another
        </Button>
      )}
    </fieldset>
  );
}
