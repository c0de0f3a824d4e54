import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { errorMessage, toastRefusal } from '../../../../ui/error-message.ts';
import { Field } from '../../../../ui/field.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { TableHead } from '../../../../ui/table-head.tsx';
import { toastError, toastSuccess } from '../../../../ui/toast.ts';
import { checkWallet, parseTag } from '../../../assets/addresses.ts';
import { allRoutes, getNetworkLabel, networkIds, networks } from '../../../assets/networks.ts';
import { tradingMessages } from '../../../trading/messages.ts';
import { type SettingKey, settingShapes } from '../../schema.ts';
import { settingNotices } from './notices.ts';
import {
  type FormValues,
  fromFormValues,
  isPaused,
  type SettingField,
  settingForms,
  toFormValues,
  togglePause,
} from './setting-fields.ts';

type Errors = Record<string, string>;

/** Returns the errors of changed wallets. Unchanged wallets are not validated. */
function getWalletErrors(typed: FormValues, before: FormValues): Errors {
  const errors: Errors = {};
  for (const network of networkIds) {
    const [address, tag] = [`${network}.address`, `${network}.tag`];
    const check = checkWallet(network, typed[address] ?? '');
    if (typed[address] !== before[address] && !check.ok)
      errors[address] = tradingMessages[`trading.address_${check.reason}`].text;
    const read = parseTag(typed[tag] ?? '');
    if (networks[network].hasTag && !read.ok) errors[tag] = tradingMessages[`trading.${read.reason}`].text;
  }
  return errors;
}

/** Normalizes changed wallets, so that addresses typed by customers match them. */
function normalizeWallets(key: SettingKey, typed: FormValues, before: FormValues): FormValues {
  if (key !== 'company_wallets') return typed;
  const changed = networkIds.flatMap((network) => {
    const path = `${network}.address`;
    const check = checkWallet(network, typed[path] ?? '');
    return check.ok && typed[path] !== before[path] ? [[path, check.address] as const] : [];
  });
  return { ...typed, ...Object.fromEntries(changed) };
}

function getErrors(key: SettingKey, typed: FormValues, before: FormValues): Errors {
  const read = settingShapes[key].safeParse(fromFormValues(key, typed));
  const errors: Errors = key === 'company_wallets' ? getWalletErrors(typed, before) : {};
  for (const { path, message } of read.error?.issues ?? []) {
    const at = settingForms[key].fields.find((each) => each.path === path.join('.'));
    errors[at?.path ?? settingForms[key].fields[0]?.path ?? ''] ??= message;
  }
  return errors;
}

function usePropose(key: SettingKey, onDone: () => void) {
  const queries = useQueryClient();
  /** A warning about a large change, which must be confirmed. */
  const [doubt, setDoubt] = useState<string | null>(null);
  const mutation = useMutation({
    ...api.settings.propose.mutationOptions(),
    onSuccess: () => {
      toastSuccess(settingNotices.propose);
      onDone();
    },
    onError: (error) => {
      const { code, text } = errorMessage(error);
      if (code === 'settings.far_off') setDoubt(text);
      else toastRefusal(error);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: api.settings.key() }),
    mutationKey: ['propose', key],
  });
  return {
    doubt,
    isPending: mutation.isPending,
    typed: () => setDoubt(null),
    propose: (value: unknown) => mutation.mutate({ key, value, sure: doubt !== null }),
  };
}

/** The three market rate fields may be empty together. */
function getLabelNote({ kind, path }: SettingField): string | undefined {
  if (kind === 'dollars-or-none') return 'Empty: unlimited';
  if (kind === 'rate-or-none') return 'Empty: free';
  return kind === 'optional' || path.startsWith('market.') ? 'Optional' : undefined;
}

const FormActions = ({
  busy,
  doubt = null,
  onCancel,
}: {
  busy: boolean;
  doubt?: string | null;
  onCancel: () => void;
}) => (
  <>
    {doubt && (
      <Notice kind="wait" live>
        {doubt}
      </Notice>
    )}
    <div className="row">
      <Button type="submit" busy={busy}>
        {doubt ? 'Propose anyway' : 'Propose'}
      </Button>
      <Button variant="line" onClick={onCancel}>
        Cancel
      </Button>
      <span className="t-2xs ink-2">The change applies once a second person approves it.</span>
    </div>
  </>
);

type FormProps = { settingKey: SettingKey; value: unknown; onDone: () => void };

export function SettingForm({ settingKey, value, onDone }: FormProps) {
  const [before] = useState(() => toFormValues(settingKey, value));
  const [typed, setTyped] = useState(before);
  const [errors, setErrors] = useState<Errors>({});
  const { doubt, isPending, typed: clearWarning, propose } = usePropose(settingKey, onDone);
  const send = () => {
    const newErrors = getErrors(settingKey, typed, before);
    setErrors(newErrors);
    if (Object.keys(newErrors).length === 0) {
      propose(fromFormValues(settingKey, normalizeWallets(settingKey, typed, before)));
      return;
    }
    toastError(settingNotices.fields);
    const first = settingForms[settingKey].fields.find(({ path }) => newErrors[path]);
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
        {settingForms[settingKey].fields.map((each) => (
          <Field
            key={each.path}
            id={`${settingKey}.${each.path}`}
            label={each.label}
            labelNote={getLabelNote(each)}
            type={each.kind === 'date' ? 'date' : 'text'}
            suffix={each.kind === 'percent' ? '%' : undefined}
            autoComplete="off"
            value={typed[each.path] ?? ''}
            error={errors[each.path]}
            onChange={(event) => {
              clearWarning();
              setTyped({ ...typed, [each.path]: event.target.value });
            }}
          />
        ))}
      </div>
      <FormActions busy={isPending} doubt={doubt} onCancel={onDone} />
    </form>
  );
}

const sides = [
  { side: 'buy', name: 'Buying' },
  { side: 'sell', name: 'Selling' },
] as const;

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
                <b>{symbol}</b> {getNetworkLabel(symbol, network)}
              </th>
              {sides.map(({ side, name }) => (
                <td key={side}>
                  <label className="check">
                    <input
                      type="checkbox"
                      checked={isPaused(draft, { side, symbol, network })}
                      onChange={() => setDraft(togglePause(draft, { side, symbol, network }))}
                    />
                    <span className="sr">
                      Pause {name.toLowerCase()} {symbol} on {getNetworkLabel(symbol, network)}
                    </span>
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <FormActions busy={isPending} onCancel={onDone} />
    </form>
  );
}
