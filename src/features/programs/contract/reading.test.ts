import { expect, test } from 'vitest';
import contract from './openapi.json' with { type: 'json' };
import { type ContractRead, proceduresOf, refusalsApart } from './reading.ts';

const procedures = proceduresOf(contract as unknown as ContractRead);
const named = (id: string) => procedures.find((one) => one.id === id);

test('each procedure is read with what it takes, where that is sent, and which permission it needs', () => {
  expect(procedures.map(({ id }) => id)).toEqual([
    ...['prices', 'quoteBuy', 'quoteSell', 'placeBuyOrder', 'orders', 'order', 'receipt'],
  ]);
  const place = named('placeBuyOrder');
  expect(place).toMatchObject({ method: 'POST', path: '/orders', scope: 'orders:place' });
  expect(place?.takes.map(({ name, where, needed }) => [name, where, needed])).toEqual([
    ['idempotency-key', 'head', true],
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

test('amounts are named and not taken apart, and fields of lists are told by their way', () => {
  const gives = named('orders')?.gives ?? [];
  expect(gives.map(({ name }) => name)).toContain('orders[].money');
  expect(gives.find(({ name }) => name === 'orders[].money')?.kind).toBe('money');
  expect(named('quoteBuy')?.gives.find(({ name }) => name === 'youGet')?.kind).toBe('money or coins');
});

test('what may be refused anywhere is told once, and the rest with its words beside each', () => {
  const { everywhere, own } = refusalsApart(procedures);
  expect(everywhere.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['partner.key_unknown', 'partner.scope_missing', 'general.busy', 'general.invalid_input']),
  );
  const place = named('placeBuyOrder');
  const told = place ? own(place) : [];
  expect(told.map(({ code }) => code)).toContain('trading.warning_unanswered');
  for (const { text } of [...everywhere, ...told]) expect(text.length).toBeGreaterThan(10);
});
