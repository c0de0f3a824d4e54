import { deleteTabDraft, readTabDraft, saveTabDraft, type TabDraft } from '../../../../ui/drafts.ts';
import { isAssetSymbol } from '../../../assets/assets.ts';
import type { BuyForm } from './buy-form.ts';
import { readLastChoice } from './last-choice.ts';

const key = 'kept-buy';

export const saveBuyDraft = (form: Readonly<Record<string, unknown>>): void => saveTabDraft(key, form);

export const readBuyDraft = (): TabDraft => readTabDraft(key);

/** The empty form with the coin and network of the last order. */
export function getStartForm(empty: BuyForm): BuyForm {
  const { symbol = '', network = '' } = readLastChoice();
  return { ...empty, symbol, network };
}

/** Restores the draft. A coin named in the address, as by links of the dashboard, wins over another coin. */
export function restoreBuyDraft(empty: BuyForm): BuyForm {
  const known = Object.entries(readBuyDraft()).filter(([name]) => Object.hasOwn(empty, name));
  const form = { ...getStartForm(empty), ...Object.fromEntries(known), another: false };
  const linked = new URLSearchParams(globalThis.location?.search).get('coin') ?? '';
  return isAssetSymbol(linked) && linked !== form.symbol ? { ...empty, amount: form.amount, symbol: linked } : form;
}

export const deleteBuyDraft = (): void => deleteTabDraft(key);
