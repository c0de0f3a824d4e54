import { randomUUID } from 'node:crypto';
import { decryptText, type EncryptionKeys, encryptText } from '../../platform/database/column-encryption.ts';
import { authed, authedSerial } from '../../platform/http/procedure.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { sealingKeysOf } from './customer-api.ts';
import { type DraftFile, findDraft, findDraftFiles, storeDraft } from './draft-store.ts';
import { filePurpose, type ItemCode, tierItems } from './items.ts';
import { KycDraftOf, SaveKycDraft } from './schema.ts';

/** Null for values under a key that is no longer in the ring: the customer starts again. */
function decryptValues(keys: EncryptionKeys, sealed: string, userId: string): string | null {
  try {
    return decryptText(keys, sealed, encryptionContext(userId));
  } catch {
    return null;
  }
}

const encryptionContext = (userId: string) => `kyc draft ${userId}`;

/** Stores the unsent form of a tier for every device. Serial, so that a submission cannot overtake it. */
export const saveDraft = authedSerial.input(SaveKycDraft).handler(async function saveDraft({
  context: { services, tx, userPromise },
  input: { tier, id, values },
}) {
  const person = await userPromise;
  checkRateLimit(services, 'draft', person.id);
  const updatedAt = services.clock();
  const sealed = encryptText(sealingKeysOf(services), values, encryptionContext(person.id));
  await storeDraft(tx, tier, { id, sealed, updatedAt });
  return { updatedAt };
});

/** The unsent form with its uploaded files. Without one, the id for a new submission. */
export const draft = authed.input(KycDraftOf).handler(async function draft({
  context: { services, tx, person },
  input: { tier },
}) {
  const found = await findDraft(tx, tier);
  if (!found)
    return { id: randomUUID(), values: null, updatedAt: null, files: {} as Partial<Record<ItemCode, DraftFile>> };
  const stored = await findDraftFiles(tx, found.id);
  const files = (tierItems[tier] as readonly ItemCode[]).flatMap((item) => {
    const file = stored.find(({ purpose }) => purpose === filePurpose(tier, item));
    return file ? [[item, file] as const] : [];
  });
  const byItem: Partial<Record<ItemCode, DraftFile>> = Object.fromEntries(files);
  return {
    id: found.id,
    values: decryptValues(sealingKeysOf(services), found.sealed, person.id),
    updatedAt: found.updatedAt,
    files: byItem,
  };
});
