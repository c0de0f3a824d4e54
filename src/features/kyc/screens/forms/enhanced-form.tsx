import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { z } from 'zod';
import { formatMessage } from '../../../../kernel/message-template.ts';
import { roleAllows } from '../../../../kernel/permissions.ts';
import { readAutosave } from '../../../../ui/autosave.ts';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import type { ErrorMessage } from '../../../../ui/error-message.ts';
import { Field } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import type { FieldName, Fields, FormField } from '../../../../ui/form-fields.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import { useDebouncedValue } from '../../../../ui/use-debounced-value.ts';
import { assets } from '../../../assets/assets.ts';
import { assetNetworks } from '../../../assets/networks.ts';
import { AddressField } from '../../../trading/screens/trade/address-field.tsx';
import { useAddress } from '../../../trading/screens/trade/use-address.ts';
import { missingFiles } from '../../customer-messages.ts';
import {
  declaration as declarationRows,
  PreviewEnhanced,
  SubmitEnhanced,
  type TrustedWallet,
} from '../../enhanced-schema.ts';
import type { ItemCode } from '../../items.ts';
import { maxTrustedWallets, type WalletCoin, walletCoins, walletProviders } from '../../options.ts';
import { identityPermissions } from '../../permissions.ts';
import type { RiskLevel, Trigger } from '../../risk.ts';
import type { OwnWallet } from '../../views.ts';
import {
  fillDraft,
  formatItemNames,
  getShownItems,
  groupIfShown,
  keepIfOffered,
  notChosen,
  type Opened,
  requiredDocuments,
  startFields,
  toOptions,
} from './form-state.ts';
import { FieldRows, FilePart, ItemPart, KycForm, toastFailure, useFiles, useItemSteps } from './kyc-form.tsx';
import type { FormProps } from './tier1-form.tsx';
import { useSavedDraft } from './use-saved-draft.ts';

type EnhancedInput = z.input<typeof SubmitEnhanced>;
type WalletInput = z.input<typeof TrustedWallet>;

const coins = Object.fromEntries(walletCoins.map((coin) => [coin, coin])) as Record<
  (typeof walletCoins)[number],
  string
>;

const startWallet = (wallet: OwnWallet): WalletInput => ({
  cryptoSymbol: keepIfOffered(coins, wallet.cryptoSymbol),
  network: wallet.network as WalletInput['network'],
  walletProvider: keepIfOffered(walletProviders, wallet.walletProvider),
  customWalletProvider: wallet.customWalletProvider,
  walletAddress: wallet.walletAddress,
});

export const getEnhancedDefaults = (opened: Opened): EnhancedInput => {
  const { declaration, wallets } = opened.tier.prefill;
  return {
    id: opened.id,
    declaration: groupIfShown(opened, 'declaration', () => startFields(declarationRows, declaration)),
    source_of_funds_proof: groupIfShown(opened, 'source_of_funds_proof', () => ({ file: null })),
    income_proof: groupIfShown(opened, 'income_proof', () => ({ file: null })),
    jurisdiction_proof: groupIfShown(opened, 'jurisdiction_proof', () => ({ file: null })),
    wallets: groupIfShown(opened, 'wallets', () => ({ list: (wallets?.list ?? []).map(startWallet) })),
  };
};

const emptyWallet: WalletInput = {
  cryptoSymbol: notChosen,
  network: notChosen,
  walletProvider: notChosen,
  customWalletProvider: '',
  walletAddress: '',
};

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
      onExtract={(extracted) => form.set(name, extracted)}
      {...field(name)}
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
function WalletFields({ form, field }: WalletsProps) {
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

const levelLabels: Readonly<Record<RiskLevel, string>> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
};

const triggerLabels: Readonly<Record<Trigger, string>> = {
  pep: 'Politically exposed person',
  high_risk_jurisdiction: 'High-risk jurisdiction',
  income_threshold: 'Monthly income above J$1,000,000',
  high_risk_occupation: 'High-risk occupation',
};

const debounceMs = 400;

/** Risk level and triggers [000 §2 Profile, §6]. Admins only (A7). */
function RiskPreview({ declaration }: { declaration: EnhancedInput['declaration'] }) {
  const { pep, highRiskJurisdiction, occupation, monthlyIncome } = declaration ?? {};
  const declarationJson = useDebouncedValue(
    JSON.stringify({ pep, highRiskJurisdiction, occupation, monthlyIncome }),
    debounceMs,
  );
  const parsed = PreviewEnhanced.safeParse(JSON.parse(declarationJson));
  const { data } = useQuery(
    api.identity.enhancedPreview.queryOptions({
      input: parsed.data ?? { pep: false, highRiskJurisdiction: false, occupation: 'other', monthlyIncome: '0' },
      enabled: parsed.success,
    }),
  );
  return (
    <aside className="risk-preview" aria-label="Risk preview, for admins">
      <p className="t-xs ink-2">Only admins see this</p>
      {parsed.success && data ? (
        <dl className="slip" aria-live="polite">
          <div>
            <dt>Calculated risk level</dt>
            <dd className="b">{levelLabels[data.risk]}</dd>
          </div>
          <div>
            <dt>Due-diligence triggers</dt>
            <dd>{data.triggers.length > 0 ? data.triggers.map((it) => triggerLabels[it]).join(', ') : 'None'}</dd>
          </div>
        </dl>
      ) : (
        <p className="t-xs">Choose an occupation and enter the monthly income to see the risk level.</p>
      )}
    </aside>
  );
}

type DocumentItem = 'source_of_funds_proof' | 'income_proof' | 'jurisdiction_proof';

const getMissingMessage = (missing: readonly ItemCode[]) => ({
  title: missingFiles.enhanced.title,
  text: formatMessage(missingFiles.enhanced.text, { what: formatItemNames(missing) }),
});

/** Returns the index of the rejected wallet, from 0; null for other errors. */
function parseWalletIndex({ code }: ErrorMessage, error: unknown): number | null {
  if (!code?.startsWith('identity.wallet_') || typeof error !== 'object' || error === null) return null;
  const data: unknown = 'data' in error ? error.data : null;
  if (typeof data !== 'object' || data === null || !('number' in data)) return null;
  return Number(data.number) - 1;
}

/** Enhanced KYC form [000 §2 Profile, §5 Enhanced KYC]. */
export default function EnhancedForm({ opened, draft, person, linked, onDone, onClose }: FormProps) {
  const { data: me } = useQuery(api.accounts.viewer.queryOptions());
  const autosaveKey = { form: 'kyc-3', person };
  const command = useCommandForm(SubmitEnhanced, api.identity.submitEnhanced, {
    start: fillDraft(getEnhancedDefaults(opened), draft, readAutosave(autosaveKey)),
    done: onDone,
    refused: (words, error) => {
      const wallet = parseWalletIndex(words, error);
      if (wallet === null || !form.get(`wallets.list.${wallet}`))
        return toastFailure(3, { words, error, show: steps.show });
      const name = `wallets.list.${wallet}.walletAddress` as const;
      form.setServerError(name, words.text);
      document.getElementById(name)?.focus();
      return true;
    },
  });
  const { form, field, busy, submit } = command;
  const saving = useSavedDraft({ tier: 3, draft, autosaveKey }, form.values());
  const declaration = form.get('declaration');
  const hasTies = declaration ? declaration.highRiskJurisdiction : opened.tier.give.includes('jurisdiction_proof');
  const files = useFiles<DocumentItem>(opened, {
    start: draft.files,
    setFileId: (item, id) => form.set(`${item}.file`, id),
    needed: requiredDocuments(opened, hasTies),
    words: getMissingMessage,
  });
  const items = getShownItems(opened).filter((item) => item !== 'jurisdiction_proof' || hasTies);
  const steps = useItemSteps(command, { items, linked, files });
  const optional = opened.tier.keep.length > 0 ? '' : ' Optional, but it speeds up the review.';
  return (
    <KycForm
      opened={opened}
      name="Enhanced KYC"
      about="We'll ask where your money comes from. Have proof of that and of your income ready."
      steps={steps}
      files={files}
      draft={saving}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <ItemPart opened={opened} item="declaration">
        {() => (
          <>
            <FieldRows item="declaration" rows={declarationRows} group={declaration} field={field} />
            {me && roleAllows(identityPermissions.previewRisk, me.roles) && <RiskPreview declaration={declaration} />}
          </>
        )}
      </ItemPart>
      <FilePart
        opened={opened}
        files={files}
        item="source_of_funds_proof"
        label="Source of funds proof"
        hint={`For example, a job letter, a sales contract or a bank statement. PDF, JPG or PNG.${optional}`}
      />
      <FilePart
        opened={opened}
        files={files}
        item="income_proof"
        label="Income proof"
        hint={`Pay slip, tax return, bank statement or employment letter. PDF, JPG or PNG.${optional}`}
      />
      <FilePart
        opened={opened}
        files={files}
        item="jurisdiction_proof"
        label="Supporting document"
        hint="For example, a residence permit, a contract or a travel document. PDF, JPG or PNG."
      />
      <ItemPart opened={opened} item="wallets">
        {() => <WalletFields form={form} field={field} />}
      </ItemPart>
    </KycForm>
  );
}
