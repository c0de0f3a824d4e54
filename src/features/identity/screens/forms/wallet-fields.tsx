import { useId } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import type { FieldName, Fields, FormField } from '../../../../ui/form-fields.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import { assets } from '../../../coins/assets.ts';
import { assetNetworks } from '../../../coins/networks.ts';
import { AddressField, extractAddress } from '../../../trading/screens/trade/address-field.tsx';
import { useAddress } from '../../../trading/screens/trade/use-address.ts';
import { maxTrustedWallets, type WalletCoin, walletCoins, walletProviders } from '../../options.ts';
import { type EnhancedInput, emptyWallet, toOptions } from './form-state.ts';

type WalletsProps = {
  form: Fields<EnhancedInput>;
  field: (name: FieldName<EnhancedInput>, changed?: (typed: string) => void) => FormField;
};
type WalletField = 'cryptoSymbol' | 'network' | 'walletProvider' | 'customWalletProvider' | 'walletAddress';

const coinOptions = walletCoins.map((coin) => ({ value: coin, name: `${assets[coin].name}, ${coin}` }));
const isCoin = (text: string): text is WalletCoin => (walletCoins as readonly string[]).includes(text);

const networkOptions = (coin: string) =>
  isCoin(coin) ? assetNetworks[coin].map(({ network, label }) => ({ value: network, name: label })) : [];

function findOnlyNetwork(coin: string) {
  const lines = networkOptions(coin);
  return lines.length === 1 ? lines[0]?.value : undefined;
}

type RowProps = WalletsProps & { at: number };

function WalletAddress({ form, field, at }: RowProps) {
  const name = `wallets.list.${at}.walletAddress` as const;
  const network = form.get(`wallets.list.${at}.network`) ?? '';
  const { address } = useAddress(network || null, form.get(name) ?? '', '');
  return (
    <AddressField
      label="Wallet address"
      network={network}
      verdict={address}
      {...field(name, (typed) => form.set(name, extractAddress(typed).address))}
    />
  );
}

function WalletRow({ form, field, at, onRemove }: RowProps & { onRemove: () => void }) {
  const path = <Name extends WalletField>(name: Name) => `wallets.list.${at}.${name}` as const;
  const coin: string = form.get(path('cryptoSymbol')) ?? '';
  // The network options depend on the coin, so the select is controlled.
  const network: string = form.get(path('network')) ?? '';
  const chosen = (now: string) => form.set(path('network'), (findOnlyNetwork(now) ?? '') as never);
  return (
    <li>
      <fieldset className="wallet">
        <legend className="row between">
          <span className="b">Wallet {at + 1}</span>
        </legend>
        <div className="two">
          <SelectField
            label="Cryptocurrency"
            emptyLabel="Choose"
            options={coinOptions}
            {...field(path('cryptoSymbol'), chosen)}
          />
          <SelectField
            label="Network"
            emptyLabel={coin === '' ? 'Choose a cryptocurrency first' : 'Choose'}
            options={networkOptions(coin)}
            {...field(path('network'))}
            value={network}
          />
        </div>
        <div className="two">
          <SelectField
            label="Wallet provider"
            emptyLabel="Choose"
            options={toOptions(walletProviders)}
            {...field(path('walletProvider'))}
          />
          {form.get(path('walletProvider')) === 'other' && (
            <Field label="Provider name" maxLength={60} {...field(path('customWalletProvider'))} />
          )}
        </div>
        <WalletAddress form={form} field={field} at={at} />
        <div>
          <Button variant="bare" size="small" onClick={onRemove} label={`Remove wallet ${at + 1}`}>
            Remove
          </Button>
        </div>
      </fieldset>
    </li>
  );
}

/** 'Trusted wallets' section. Validates each address as the user types [000 §2 Profile, §5 Enhanced KYC]. */
export function WalletFields({ form, field }: WalletsProps) {
  const id = useId();
  const wallets = form.get('wallets.list') ?? [];
  const isFull = wallets.length >= maxTrustedWallets;
  const error = form.getError('wallets');
  const setList = (list: typeof wallets) => form.set('wallets.list', list);
  const add = () => {
    setList([...wallets, emptyWallet]);
    requestAnimationFrame(() => document.getElementById(`wallets.list.${wallets.length}.cryptoSymbol`)?.focus());
  };
  return (
    <>
      <p className="ink-2">Optional. Add wallets that you control and use with us.</p>
      {wallets.length > 0 && (
        <ol className="wallets">
          {wallets.map((_, at) => (
            <WalletRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a wallet is its place in the list; the form holds it.
              key={at}
              form={form}
              field={field}
              at={at}
              onRemove={() => setList(wallets.filter((_other, index) => index !== at))}
            />
          ))}
        </ol>
      )}
      {error && (
        <p className="err" role="alert">
          {error}
        </p>
      )}
      <div className="row">
        <Button variant="line" size="small" onClick={add} disabled={isFull} aria-describedby={id}>
          Add a wallet
        </Button>
        <span className="t-xs ink-2" id={id}>
          {isFull ? `You've added all ${maxTrustedWallets}. Remove one to add another.` : `Up to ${maxTrustedWallets}.`}
        </span>
      </div>
    </>
  );
}
