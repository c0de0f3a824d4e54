import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { bitcoinAddress } from '../../../../test/orders.ts';
import { createPartner } from '../../../../test/programs.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { hasPerlModule } from '../../../../tools/debian-packages.ts';

/** OpenAPI::Client generates its methods from the document. It reads OpenAPI 3.0, without webhooks. */
const hasClient = hasPerlModule('OpenAPI::Client', 'libopenapi-client-perl');

type Schema = { readonly type?: string; readonly const?: unknown; readonly anyOf?: readonly Schema[] };

function toOpenApi30(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { const: only, ...schema } = value as Schema;
  if (only !== undefined) return { ...schema, enum: [only] };
  const choices = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return choices.length < (schema.anyOf?.length ?? 0) ? { ...schema, anyOf: choices, nullable: true } : value;
}

test.skipIf(!hasClient)('a Perl client generated from the document quotes, places and reads an order', async () => {
  const server = await serverWithoutFaults();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const at = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  const folder = mkdtempSync(join(tmpdir(), 'perl-client-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const { webhooks: _, ...document } = (await (await fetch(`${at}/api/partner/openapi.json`)).json()) as object & {
    webhooks: object;
  };
  const older = { ...document, openapi: '3.0.3', servers: [{ url: `${at}/api/partner/v1` }] };
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(older, toOpenApi30));
  const { key } = await createPartner(server);
  const input = {
    idempotencyKey: randomUUID(),
    wallet: { network: 'bitcoin', walletAddress: bitcoinAddress, another: true },
  };
  const args = ['test/partner.pl', file, key, Buffer.from(JSON.stringify(input)).toString('base64')];
  const { stdout } = await promisify(execFile)('perl', args);
  expect(JSON.parse(stdout)).toMatchObject({
    quote: { side: 'buy', youGive: { currency: 'JMD', amount: '2000.00' } },
    order: { side: 'buy', status: 'pending', payIn: 'awaiting', money: { amount: '2000.00' } },
    refused: 'trading.order_not_found',
  });
});
