import { useId } from 'react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { assets } from '../../../trading/coins/assets.ts';
import { addressFromPaste } from '../../../trading/coins/explorer-link.ts';
import { assetNetworks } from '../../../trading/coins/networks.ts';
import { AddressField } from '../../../trading/screens/trade/address-field.tsx';
import { useAddress } from '../../../trading/screens/trade/use-address.ts';
import { mostWallets, type WalletCoin, walletCoins, walletProviders } from '../../options.ts';
import { type EnhancedInput, emptyWallet, linesOf } from './giving.ts';

type EnhancedForm = UseFormReturn<EnhancedInput, unknown, EnhancedInput>;
type WalletField = 'cryptoSymbol' | 'network' | 'walletProvider' | 'customWalletProvider' | 'walletAddress';

const coinLines = walletCoins.map((coin) => ({ value: coin, name: `${assets[coin].name}, ${coin}` }));
const isCoin = (text: string): text is WalletCoin => (walletCoins as readonly string[]).includes(text);

/** The networks of a coin as the lines of a select; none before a coin is chosen. */
const networkLines = (coin: string) =>
  isCoin(coin) ? assetNetworks[coin].map(({ network, label }) => ({ value: network, name: label })) : [];

/** The only network of a coin that has one alone; otherwise it is chosen. */
function onlyNetwork(coin: string) {
  const lines = networkLines(coin);
  return lines.length === 1 ? lines[0]?.value : undefined;
}

function WalletAddress({ form, at }: { form: EnhancedForm; at: number }) {
  const name = `wallets.list.${at}.walletAddress` as const;
  const text = form.watch(name) ?? '';
  const network = form.watch(`wallets.list.${at}.network`) ?? '';
  const { address } = useAddress(network || null, text, '');
  const change = (typed: string) => {
    form.setValue(name, addressFromPaste(typed), { shouldDirty: true });
    if (form.getFieldState(name).error) form.clearErrors(name);
  };
  return (
    <AddressField
      id={name}
      label="Wallet address"
      value={text}
      network={network}
      verdict={address}
      error={form.getFieldState(name, form.formState).error?.message}
      onChange={change}
    />
  );
}

function WalletRow({ form, at, onRemove }: { form: EnhancedForm; at: number; onRemove: () => void }) {
  const path = <Name extends WalletField>(name: Name) => `wallets.list.${at}.${name}` as const;
  const field = (name: WalletField) => ({
    ...form.register(path(name)),
    id: path(name),
    error: form.getFieldState(path(name), form.formState).error?.message,
  });
  const coin: string = form.watch(path('cryptoSymbol')) ?? '';
  // Its options come and go with the coin, so what is chosen is said each time.
  const network: string = form.watch(path('network')) ?? '';
  const coinField = field('cryptoSymbol');
  const chooseCoin: typeof coinField.onChange = (event) => {
    form.setValue(path('network'), (onlyNetwork(String(event.target.value)) ?? '') as never);
    return coinField.onChange(event);
  };
  return (
    <li>
      <fieldset className="wallet">
        <legend className="row between">
          <span className="b">Wallet {at + 1}</span>
        </legend>
        <div className="two">
          <SelectField label="Cryptocurrency" empty="Choose" options={coinLines} {...coinField} onChange={chooseCoin} />
          <SelectField
            label="Network"
            empty={coin === '' ? 'Choose a cryptocurrency first' : 'Choose'}
            options={networkLines(coin)}
            {...field('network')}
            value={network}
          />
        </div>
        <div className="two">
          <SelectField
            label="Wallet provider"
            empty="Choose"
            options={linesOf(walletProviders)}
            {...field('walletProvider')}
          />
          {form.watch(path('walletProvider')) === 'other' && (
            <Field label="Name of the provider" maxLength={60} {...field('customWalletProvider')} />
          )}
        </div>
        <WalletAddress form={form} at={at} />
        <div>
          <Button look="bare" size="small" onClick={onRemove} label={`Remove wallet ${at + 1}`}>
            Remove
          </Button>
        </div>
      </fieldset>
    </li>
  );
}

/** 'Trusted wallets': up to six of one's own, each checked for its network while it is typed [000 §5, §9]. */
export function WalletFields({ form }: { form: EnhancedForm }) {
  const id = useId();
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'wallets.list' });
  const full = fields.length >= mostWallets;
  const said = form.formState.errors.wallets?.message;
  const add = () => append(emptyWallet, { focusName: `wallets.list.${fields.length}.cryptoSymbol` });
  return (
    <>
      <p className="ink-2">Wallets of your own that you use with us. You may leave this empty.</p>
      {fields.length > 0 && (
        <ol className="wallets">
          {fields.map((entry, at) => (
            <WalletRow key={entry.id} form={form} at={at} onRemove={() => remove(at)} />
          ))}
        </ol>
      )}
      {said && (
        <p className="err" role="alert">
          {said}
        </p>
      )}
      <div className="row">
        <Button look="line" size="small" onClick={add} disabled={full} aria-describedby={id}>
          Add a wallet
        </Button>
        <span className="t-xs ink-2" id={id}>
          {full ? `You have named all ${mostWallets}. Remove one to add another.` : `Up to ${mostWallets}.`}
        </span>
      </div>
    </>
  );
}
