import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { formatGroupedMinorUnits, type Money, parseMoney } from '../../../kernel/money.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { api } from '../../../ui/client.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import type { AssetSymbol } from '../../assets/assets.ts';
import { hasTag, type Network } from '../../assets/networks.ts';
import { newAddressMessage } from '../customer-messages.ts';
import { tradingMessages } from '../messages.ts';
import { addressCheckedLabel, addressUncheckedMessage } from '../order-form-messages.ts';
import { recurringBuyTexts as texts } from '../recurring/customer-messages.ts';
import { formatScheduledDay, lastDays, type Schedule } from '../recurring/schedule.ts';
import { ChangeRecurringBuy, SetRecurringBuy } from '../recurring/schema.ts';
import { otherCurrencyMessage } from '../schema.ts';
import { AddressField } from './trade/address-field.tsx';
import { NetworkField } from './trade/network-field.tsx';
import { WalletPicker } from './trade/payee-picker.tsx';
import { assetOptions, currencyOptions, validWallet } from './trade/source-of-funds-form.ts';
import { type AddressVerdict, useAddress } from './trade/use-address.ts';
import { type PickableWallet, useSavedWallets } from './trade/use-saved-payees.ts';

const intervalOptions = [
  { value: 'week', name: 'Week' },
  { value: 'month', name: 'Month' },
];
const getDayOptions = (every: Schedule['every']) =>
  Array.from({ length: lastDays[every] }, (_, at) => ({
    value: String(at + 1),
    name: formatScheduledDay(every, at + 1),
  }));

const emptyPlan = {
  symbol: 'BTC' as AssetSymbol,
  currency: 'JMD' as 'JMD' | 'USD',
  amount: '',
  every: 'month' as Schedule['every'],
  day: '1',
  network: '' as Network | '',
  /** Key of the picked payee. Not sent to the server. */
  payee: '',
  walletAddress: '',
  destinationTag: '',
  addressChecked: false,
};
type PlanForm = typeof emptyPlan;

type Destined = { readonly address: AddressVerdict; readonly isPicked: boolean };

const planRules = ({ currency }: PlanForm, { address, isPicked }: Destined) =>
  z.object({
    ...SetRecurringBuy.shape,
    amount: SetRecurringBuy.shape.amount.refine(
      (text) => parseMoney(text, currency, 'down') !== null,
      otherCurrencyMessage,
    ),
    walletAddress: validWallet(address),
    addressChecked: z.boolean().refine((isChecked) => isChecked || isPicked, addressUncheckedMessage),
  });

function usePlanForm(onSet: () => void) {
  const queries = useQueryClient();
  const destined = (): Destined => ({ address: checks.address, isPicked: picked !== undefined });
  const command = useCommandForm((typed: PlanForm) => planRules(typed, destined()), api.trading.setRecurringBuy, {
    start: emptyPlan,
    body: ({ payee: _payee, addressChecked: _checked, network, ...typed }) =>
      network === '' ? null : { ...typed, network },
    done: () => {
      onSet();
      toastSuccess(texts.set);
      void queries.invalidateQueries({ queryKey: api.trading.key() });
    },
    idPrefix: 'plan',
  });
  const values = command.form.values();
  const checks = useAddress(values.network || null, values.walletAddress, values.destinationTag);
  const wallets = useSavedWallets(values.symbol);
  const picked = wallets.find(({ key }) => key === values.payee);
  return { ...command, values, checks, wallets, picked };
}

function Destination({ plan: { form, field, getError, values, checks, wallets, picked } }: { plan: Planning }) {
  const { symbol, network } = values;
  const pick = (wallet: PickableWallet | null) => {
    form.set('payee', wallet?.key ?? '');
    form.set('network', wallet?.network ?? '');
    form.set('walletAddress', wallet?.address ?? '');
    form.set('destinationTag', wallet?.tag ?? '');
  };
  return (
    <>
      {wallets.length > 0 && <WalletPicker legend="Send to" payees={wallets} picked={picked} onPick={pick} />}
      {!picked && (
        <>
          <NetworkField side="buy" symbol={symbol} network={network} paused={[]} {...field('network')} />
          <AddressField
            label={`Your ${symbol} address`}
            network={network}
            verdict={checks.address}
            canScan
            onExtract={(extracted) => form.set('walletAddress', extracted)}
            {...field('walletAddress', () => form.set('addressChecked', false))}
          />
          {hasTag(network) && (
            <Field
              label="Destination tag (memo)"
              inputMode="numeric"
              autoComplete="off"
              maxLength={20}
              {...field('destinationTag')}
              error={
                getError('destinationTag') ?? (checks.tagFault ? tradingMessages[checks.tagFault].text : undefined)
              }
            />
          )}
          {checks.address.at === 'ok' && <Notice kind="wait">{newAddressMessage}</Notice>}
          <Checkbox label={addressCheckedLabel} {...field('addressChecked')} />
        </>
      )}
    </>
  );
}

type Planning = ReturnType<typeof usePlanForm>;

export function SetPlan({ onSet }: { onSet: () => void }) {
  const plan = usePlanForm(onSet);
  const { form, field, values, submit, busy } = plan;
  return (
    <section aria-labelledby="set-plan">
      <h2 id="set-plan" className="ruled">
        Set up a recurring buy
      </h2>
      <form className="stack" noValidate onSubmit={submit}>
        <div className="two">
          <SelectField
            label="Crypto"
            options={assetOptions}
            {...field('symbol', () => {
              for (const name of ['network', 'payee', 'walletAddress', 'destinationTag'] as const) form.set(name, '');
            })}
          />
          <SelectField label="Pay in" options={currencyOptions} {...field('currency')} />
        </div>
        <Field
          label="Amount each time"
          amount
          inputMode="decimal"
          autoComplete="off"
          maxLength={48}
          prefix={values.currency === 'JMD' ? 'J$' : 'US$'}
          {...field('amount')}
        />
        <div className="two">
          <SelectField label="Every" options={intervalOptions} {...field('every', () => form.set('day', '1'))} />
          <SelectField label="On" options={getDayOptions(values.every)} {...field('day')} />
        </div>
        <Destination plan={plan} />
        <div className="row">
          <Button type="submit" busy={busy}>
            Set up
          </Button>
        </div>
      </form>
    </section>
  );
}

type ChangedPlan = { readonly id: string; readonly amount: Money };

export function ChangeDialog({ plan, onClose }: { plan: ChangedPlan; onClose: () => void }) {
  const queries = useQueryClient();
  const { field, submit, busy } = useCommandForm(ChangeRecurringBuy, api.trading.changeRecurringBuy, {
    start: { planId: plan.id, amount: formatGroupedMinorUnits(plan.amount.minor) },
    done: () => {
      toastSuccess(texts.changed);
      void queries.invalidateQueries({ queryKey: api.trading.key() });
      onClose();
    },
    idPrefix: 'change',
  });
  return (
    <Dialog open onClose={onClose} locked={busy} title="Change the amount">
      <form className="stack" noValidate onSubmit={submit}>
        <Field
          label="Amount each time"
          amount
          inputMode="decimal"
          autoComplete="off"
          maxLength={48}
          prefix={plan.amount.currency === 'JMD' ? 'J$' : 'US$'}
          {...field('amount')}
        />
        <p className="ink-2">An order that is already prepared keeps its amount.</p>
        <Button type="submit" full busy={busy}>
          Save
        </Button>
      </form>
    </Dialog>
  );
}
