import { describe, expect, it, test } from 'vitest';
import { encryptedFields } from '../accounts/data-export-columns.ts';
import { type FieldItem, hasFields, itemFields, listFields } from './fields.ts';
import { tierItems } from './items.ts';
import { SubmitEnhanced } from './schema.ts';
import { startEnhanced, startTier1, startTier2 } from './screens/forms/form-state.ts';
import { itemSummary, pickItemData, type Sealing, toItemData } from './submission-data.ts';

const sealing: Sealing = { keys: [{ id: 'test', key: Buffer.alloc(32, 7) }] as never, userId: 'u1' };
const items = Object.keys(itemFields) as FieldItem[];
const rows = items.flatMap((item) => listFields(item).map(([name, row]) => ({ item, name, row })));
const getExamples = (item: FieldItem) => Object.fromEntries(listFields(item).map(([name, row]) => [name, row.example]));

describe.each(rows)('the KYC field $item.$name', ({ item, name, row }) => {
  it('has a valid example', () => expect(row.schema.safeParse(row.example).success).toBe(true));

  it('is a select exactly when it has options', () => {
    expect(row.control === 'select').toBe(row.options !== undefined);
    if (row.initial !== undefined) expect(row.options).toHaveProperty(row.initial);
  });

  it('is stored, kept with its item and shown to staff', () => {
    if (row.isSealed) return;
    const data = toItemData(item, { ...getExamples(item), [name]: row.example || 'Details' }, sealing);
    expect(pickItemData([item], data)).toHaveProperty(row.key, data[row.key]);
    if (row.askedIf && !row.isKeptUnasked) return;
    expect(itemSummary(item, data, {}).map(([label]) => label)).toContain(row.summary ?? row.label);
  });

  it('is encrypted only if data export and key rotation know its key', () => {
    expect(row.isSealed === true).toBe(Object.hasOwn(encryptedFields, row.key));
  });
});

test.each(Object.entries(tierItems))('the fields of tier %s have different keys', (_tier, ofTier) => {
  const keys = ofTier.filter(hasFields).flatMap((item) => listFields(item).map(([, { key }]) => key));
  expect(new Set(keys).size).toBe(keys.length);
});

test('a detail that is not asked is stored empty, and its question requires it', () => {
  const example = getExamples('declaration');
  const unasked = toItemData('declaration', { ...example, pepDetails: 'Senator' }, sealing);
  expect(unasked).toMatchObject({ pep: false, pep_details: '' });
  const start = { id: crypto.randomUUID(), declaration: { ...example, pep: true } };
  const none = { source_of_funds_proof: null, income_proof: null, jurisdiction_proof: null, wallets: null };
  expect(SubmitEnhanced.safeParse({ ...start, ...none }).error?.issues).toMatchObject([
    { path: ['declaration', 'pepDetails'], message: 'PEP details are required' },
  ]);
});

test('every form starts with its fields', () => {
  const opened = (tier: 1 | 2 | 3) =>
    ({ id: crypto.randomUUID(), tier: { tier, give: tierItems[tier], keep: [], items: [], prefill: {} } }) as never;
  const forms = { ...startTier1(opened(1)), ...startTier2(opened(2)), ...startEnhanced(opened(3)) };
  for (const { item, name } of rows) expect(forms[item]).toHaveProperty(name);
});
