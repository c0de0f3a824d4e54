import { type FieldItem, type itemFields, listFields } from '../src/features/kyc/fields.ts';

/** A valid input of every field of an item. */
export const buildExample = <Item extends FieldItem>(item: Item) =>
  Object.fromEntries(listFields(item).map(([name, { example }]) => [name, example])) as Record<
    keyof (typeof itemFields)[Item],
    string
  >;
