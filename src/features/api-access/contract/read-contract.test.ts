import { expect, test } from 'vitest';
import contract from './openapi.json' with { type: 'json' };
import { type ContractRead, readProcedures, splitRefusals } from './read-contract.ts';

const procedures = readProcedures(contract as unknown as ContractRead);
const named = (id: string) => procedures.find((one) => one.id === id);

test('each procedure lists its inputs, their location and its scope', () => {
  expect(procedures.map(({ id }) => id)).toEqual([
    ...['prices', 'quoteBuy', 'quoteSell', 'placeBuyOrder', 'orders', 'order', 'receipt'],
  ]);
  const place = named('placeBuyOrder');
  expect(place).toMatchObject({ method: 'POST', path: '/orders', scope: 'orders:place' });
  expect(place?.takes.map(({ name, where, needed }) => [name, where, needed])).toEqual([
    ['idempotency-key', 'header', true],
    ['quoteId', 'body', true],
    ['network', 'body', true],
    ['walletAddress', 'body', true],
    ['destinationTag', 'body', false],
    ['custody', 'body', false],
    ['custodian', 'body', false],
    ['walletOwner', 'body', false],
    ['another', 'body', false],
  ]);
});

test('amounts stay whole, and list fields have a path', () => {
  const gives = named('orders')?.gives ?? [];
  expect(gives.map(({ name }) => name)).toContain('orders[].money');
  expect(gives.find(({ name }) => name === 'orders[].money')?.kind).toBe('money');
  expect(named('quoteBuy')?.gives.find(({ name }) => name === 'youGet')?.kind).toBe('money or coins');
});

test('common refusals are listed once, specific ones per procedure', () => {
  const { everywhere, own } = splitRefusals(procedures);
  expect(everywhere.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['partner.key_unknown', 'partner.scope_missing', 'general.busy', 'general.invalid_input']),
  );
  const place = named('placeBuyOrder');
  const specific = place ? own(place) : [];
  expect(specific.map(({ code }) => code)).toContain('trading.warning_unanswered');
  for (const { text } of [...everywhere, ...specific]) expect(text.length).toBeGreaterThan(10);
});
