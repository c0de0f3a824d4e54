import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { Field } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { hasTag, type Network, networkIds, networks } from '../../../assets/networks.ts';
import { tradingMessages } from '../../messages.ts';
import { SaveAccount, SaveWallet } from '../../schema.ts';
import { AddressField } from '../trade/address-field.tsx';
import { BankFields } from '../trade/bank-fields.tsx';
import { validWallet } from '../trade/source-of-funds-form.ts';
import { useAddress } from '../trade/use-address.ts';

const networkOptions = networkIds.map((value) => ({ value, name: networks[value].name }));

type TypedWallet = { label: string; network: Network | ''; walletAddress: string; destinationTag: string };

const emptyWallet: TypedWallet = { label: '', network: '', walletAddress: '', destinationTag: '' };

type FormProps<Start> = { start?: Partial<Start>; onSaved: () => void };

export function WalletForm({ start, onSaved }: FormProps<TypedWallet>) {
  const { form, busy, submit, field, getError } = useCommandForm(
    (_: TypedWallet) => SaveWallet.extend({ walletAddress: validWallet(address) }),
    api.trading.saveWallet,
    {
      start: { ...emptyWallet, ...start },
      body: (typed) => (typed.network === '' ? null : { ...typed, network: typed.network }),
      done: onSaved,
      idPrefix: 'wallet',
    },
  );
  const { network, walletAddress, destinationTag } = form.values();
  const { address, tagFault } = useAddress(network || null, walletAddress, destinationTag);
  return (
    <form className="form" noValidate onSubmit={submit}>
      <Field label="Name" hint="For example My Ledger." maxLength={60} autoComplete="off" {...field('label')} />
      <SelectField label="Network" emptyLabel="Choose" options={networkOptions} {...field('network')} />
      <AddressField
        label="Wallet address"
        network={network}
        verdict={address}
        canScan
        onExtract={(extracted) => form.set('walletAddress', extracted)}
        {...field('walletAddress')}
      />
      {hasTag(network) && (
        <Field
          label="Destination tag (memo)"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          {...field('destinationTag')}
          error={getError('destinationTag') ?? (tagFault ? tradingMessages[tagFault].text : undefined)}
        />
      )}
      <Button type="submit" full busy={busy}>
        Save wallet
      </Button>
    </form>
  );
}

const emptyAccount = { label: '', bankName: '', accountNumber: '', accountHolderName: '', routingNumber: '' };

export function AccountForm({ start, onSaved }: FormProps<typeof emptyAccount>) {
  const { form, busy, submit, field } = useCommandForm(SaveAccount, api.trading.saveAccount, {
    start: { ...emptyAccount, ...start },
    done: onSaved,
    idPrefix: 'account',
  });
  return (
    <form className="form" noValidate onSubmit={submit}>
      <Field label="Name" hint="For example NCB savings." maxLength={60} autoComplete="off" {...field('label')} />
      <BankFields
        field={field}
        holder={form.values().accountHolderName}
        onHolder={(name) => form.set('accountHolderName', name)}
      />
      <Button type="submit" full busy={busy}>
        Save account
      </Button>
    </form>
  );
}
