import { useId } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import type { Fields, HeldField, Name } from '../../../../ui/fields.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import { assets } from '../../../coins/assets.ts';
import { assetNetworks } from '../../../coins/networks.ts';
import { AddressField, reduced } from '../../../trading/screens/trade/address-field.tsx';
import { useAddress } from '../../../trading/screens/trade/use-address.ts';
import { mostWallets, type WalletCoin, walletCoins, walletProviders } from '../../options.ts';
import { type EnhancedInput, emptyWallet, linesOf } from './giving.ts';

type WalletsProps = {
  form: Fields<EnhancedInput>;
  field: (name: Name<EnhancedInput>, changed?: (typed: string) => void) => HeldField;
};
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
      {...field(name, (typed) => form.set(name, reduced(typed, network)))}
    />
  );
}

function WalletRow({ form, field, at, onRemove }: RowProps & { onRemove: () => void }) {
  const path = <Name extends WalletField>(name: Name) => `wallets.list.${at}.${name}` as const;
  const coin: string = form.get(path('cryptoSymbol')) ?? '';
  // Its options come and go with the coin, so what is chosen is said each time.
  const network: string = form.get(path('network')) ?? '';
  const chosen = (now: string) => form.set(path('network'), (onlyNetwork(now) ?? '') as never);
  return (
    <li>
      <fieldset className="wallet">
        <legend className="row between">
          <span className="b">Wallet {at + 1}</span>
        </legend>
        <div className="two">
          <SelectField
            label="Cryptocurrency"
            empty="Choose"
            options={coinLines}
            {...field(path('cryptoSymbol'), chosen)}
          />
          <SelectField
            label="Network"
            empty={coin === '' ? 'Choose a cryptocurrency first' : 'Choose'}
            options={networkLines(coin)}
            {...field(path('network'))}
            value={network}
          />
        </div>
        <div className="two">
          <SelectField
            label="Wallet provider"
            empty="Choose"
            options={linesOf(walletProviders)}
            {...field(path('walletProvider'))}
          />
          {form.get(path('walletProvider')) === 'other' && (
            <Field label="Name of the provider" maxLength={60} {...field(path('customWalletProvider'))} />
          )}
        </div>
        <WalletAddress form={form} field={field} at={at} />
        <div>
          <Button look="bare" size="small" onClick={onRemove} label={`Remove wallet ${at + 1}`}>
            Remove
          </Button>
        </div>
      </fieldset>
    </li>
  );
}

/**
 * 'Trusted wallets': up to six of one's own, each checked for its network while it is typed [000 §2 Profile, §5
 * Enhanced KYC].
 */
export function WalletFields({ form, field }: WalletsProps) {
  const id = useId();
  const wallets = form.get('wallets.list') ?? [];
  const full = wallets.length >= mostWallets;
  const said = form.errorOf('wallets');
  const put = (list: typeof wallets) => form.set('wallets.list', list);
  const add = () => {
    put([...wallets, emptyWallet]);
    requestAnimationFrame(() => document.getElementById(`wallets.list.${wallets.length}.cryptoSymbol`)?.focus());
  };
  return (
    <>
      <p className="ink-2">Wallets of your own that you use with us. You may leave this empty.</p>
      {wallets.length > 0 && (
        <ol className="wallets">
          {wallets.map((_, at) => (
            <WalletRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a wallet is its place in the list; the form holds it.
              key={at}
              form={form}
              field={field}
              at={at}
              onRemove={() => put(wallets.filter((_other, index) => index !== at))}
            />
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
