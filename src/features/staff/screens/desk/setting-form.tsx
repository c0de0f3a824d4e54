import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { Field } from '../../../../ui/field.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { refusalWords, toastRefusal } from '../../../../ui/refusal-words.ts';
import { TableHead } from '../../../../ui/table-head.tsx';
import { toastError, toastSuccess } from '../../../../ui/toast.ts';
import { checkAddress, readTag } from '../../../coins/addresses.ts';
import { allRoutes, networkIds, networkLabel, networks } from '../../../coins/networks.ts';
import { type SettingKey, settingShapes } from '../../../settings/schema.ts';
import { tradingMessages } from '../../../trading/messages.ts';
import { settingNotices } from '../../messages.ts';
import { asTyped, asValue, isPaused, type SettingField, settingSheets, type Typed, turned } from './setting-fields.ts';

type Errors = Record<string, string>;

/** What is wrong with wallets that were changed; those in force are not judged again. */
function walletErrors(typed: Typed, before: Typed): Errors {
  const errors: Errors = {};
  for (const network of networkIds) {
    const [address, tag] = [`${network}.address`, `${network}.tag`];
    const check = checkAddress(network, typed[address] ?? '');
    if (typed[address] !== before[address] && !check.ok)
      errors[address] = tradingMessages[`trading.address_${check.reason}`].text;
    const read = readTag(typed[tag] ?? '');
    if (networks[network].hasTag && !read.ok) errors[tag] = tradingMessages[`trading.${read.reason}`].text;
  }
  return errors;
}

/** Changed wallets in the one way we write an address, so that it is recognised wherever a customer gives it. */
function written(key: SettingKey, typed: Typed, before: Typed): Typed {
  if (key !== 'company_wallets') return typed;
  const changed = networkIds.flatMap((network) => {
    const path = `${network}.address`;
    const check = checkAddress(network, typed[path] ?? '');
    return check.ok && typed[path] !== before[path] ? [[path, check.address] as const] : [];
  });
  return { ...typed, ...Object.fromEntries(changed) };
}

/** What keeps a value from being proposed, by field. */
function errorsOf(key: SettingKey, typed: Typed, before: Typed): Errors {
  const read = settingShapes[key].safeParse(asValue(key, typed));
  const errors: Errors = key === 'company_wallets' ? walletErrors(typed, before) : {};
  for (const { path, message } of read.error?.issues ?? []) {
    const at = settingSheets[key].fields.find((each) => each.path === path.join('.'));
    errors[at?.path ?? settingSheets[key].fields[0]?.path ?? ''] ??= message;
  }
  return errors;
}

/** Asks for another value. What was typed stays until the change is proposed. */
function usePropose(key: SettingKey, onDone: () => void) {
  const queries = useQueryClient();
  /** What is asked about before it is proposed: a figure that moves far. */
  const [doubt, setDoubt] = useState<string | null>(null);
  const asked = useMutation({
    ...api.settings.propose.mutationOptions(),
    onSuccess: () => {
      toastSuccess(settingNotices.propose);
      onDone();
    },
    onError: (error) => {
      const { code, text } = refusalWords(error);
      if (code === 'settings.far_off') setDoubt(text);
      else toastRefusal(error);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: api.settings.key() }),
    mutationKey: ['propose', key],
  });
  return {
    doubt,
    isPending: asked.isPending,
    /** Something else is typed: it is asked about anew. */
    typed: () => setDoubt(null),
    propose: (value: unknown) => asked.mutate({ key, value, sure: doubt !== null }),
  };
}

/** A market rate may be unknown: then all of its three fields are empty. */
function aside({ kind, path }: SettingField): string | undefined {
  if (kind === 'dollars-or-none') return 'Empty: unlimited';
  if (kind === 'rate-or-none') return 'Empty: no price, given away';
  return kind === 'optional' || path.startsWith('market.') ? 'May be empty' : undefined;
}

const Acts = ({ busy, doubt = null, onCancel }: { busy: boolean; doubt?: string | null; onCancel: () => void }) => (
  <>
    {doubt && (
      <Notice kind="wait" live>
        {doubt}
      </Notice>
    )}
    <div className="row">
      <Button type="submit" busy={busy}>
        {doubt ? 'Propose all the same' : 'Propose'}
      </Button>
      <Button look="line" onClick={onCancel}>
        Cancel
      </Button>
      <span className="t-2xs ink-2">It comes into force when a second person approves it.</span>
    </div>
  </>
);

type FormProps = { settingKey: SettingKey; value: unknown; onDone: () => void };

/** The fields of a setting in the units people use. */
export function SettingForm({ settingKey, value, onDone }: FormProps) {
  const [before] = useState(() => asTyped(settingKey, value));
  const [typed, setTyped] = useState(before);
  const [errors, setErrors] = useState<Errors>({});
  const { doubt, isPending, typed: typedAnew, propose } = usePropose(settingKey, onDone);
  const send = () => {
    const found = errorsOf(settingKey, typed, before);
    setErrors(found);
    if (Object.keys(found).length === 0) {
      propose(asValue(settingKey, written(settingKey, typed, before)));
      return;
    }
    toastError(settingNotices.fields);
    const first = settingSheets[settingKey].fields.find(({ path }) => found[path]);
    if (first) document.getElementById(`${settingKey}.${first.path}`)?.focus();
  };
  return (
    <form
      className="setting-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) send();
      }}
    >
      <div className="grid">
        {settingSheets[settingKey].fields.map((each) => (
          <Field
            key={each.path}
            id={`${settingKey}.${each.path}`}
            label={each.label}
            aside={aside(each)}
            type={each.kind === 'date' ? 'date' : 'text'}
            suffix={each.kind === 'percent' ? '%' : undefined}
            autoComplete="off"
            value={typed[each.path] ?? ''}
            error={errors[each.path]}
            onChange={(event) => {
              typedAnew();
              setTyped({ ...typed, [each.path]: event.target.value });
            }}
          />
        ))}
      </div>
      <Acts busy={isPending} doubt={doubt} onCancel={onDone} />
    </form>
  );
}

const sides = [
  { side: 'buy', name: 'Buying' },
  { side: 'sell', name: 'Selling' },
] as const;

/** Every asset on every network it travels on, each way: a tick pauses it. */
export function SwitchesForm({ value, onDone }: Omit<FormProps, 'settingKey'>) {
  const [draft, setDraft] = useState(value);
  const { isPending, propose } = usePropose('asset_switches', onDone);
  return (
    <form
      className="setting-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) propose(draft);
      }}
    >
      <table className="cmp switches">
        <TableHead columns={['Asset and network', ...sides.map(({ name }) => `Pause ${name.toLowerCase()}`)]} />
        <tbody>
          {allRoutes.map(({ symbol, network }) => (
            <tr key={symbol + network}>
              <th scope="row">
                <b>{symbol}</b> {networkLabel(symbol, network)}
              </th>
              {sides.map(({ side, name }) => (
                <td key={side}>
                  <label className="check">
                    <input
                      type="checkbox"
                      checked={isPaused(draft, { side, symbol, network })}
                      onChange={() => setDraft(turned(draft, { side, symbol, network }))}
                    />
                    <span className="sr">
                      Pause {name.toLowerCase()} {symbol} on {networkLabel(symbol, network)}
                    </span>
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Acts busy={isPending} onCancel={onDone} />
    </form>
  );
}
