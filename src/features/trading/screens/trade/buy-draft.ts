import { deleteTabDraft, readTabDraft, saveTabDraft, type TabDraft } from '../../../../ui/drafts.ts';
import type { BuyForm } from './buy-form.ts';

const key = 'kept-buy';

export const saveBuyDraft = (form: Readonly<Record<string, unknown>>): void => saveTabDraft(key, form);

export const readBuyDraft = (): TabDraft => readTabDraft(key);

export function restoreBuyDraft(empty: BuyForm): BuyForm {
  const known = Object.entries(readBuyDraft()).filter(([name]) => Object.hasOwn(empty, name));
  return { ...empty, ...Object.fromEntries(known), another: false };
}

export const deleteBuyDraft = (): void => deleteTabDraft(key);
