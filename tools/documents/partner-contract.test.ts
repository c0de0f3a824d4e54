import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { partnerApi } from '../../src/features/programs/partner/partner-api.ts';
import { refusals } from './catalogue.ts';
import { partnerContract } from './partner-contract.ts';
import { type Contract, codesIn, typescriptClient } from './typescript-client.ts';

/** The contract of the partner surface, and what is made from it. */
const written = await partnerContract();
const contract = JSON.parse(written) as Contract & { readonly openapi: string };
const operations = Object.values(contract.paths).flatMap((path) => Object.values(path));

test('the written contract is that of the procedures', () =>
  expect(readFileSync('src/features/programs/contract/openapi.json', 'utf8')).toBe(written));

test('the written client is that of the contract', () =>
  expect(readFileSync('clients/typescript/src/client.ts', 'utf8')).toBe(typescriptClient(contract)));

test('it is a document of OpenAPI 3.1', async () => {
  const found = await new Validator().validate(JSON.parse(written));
  expect([contract.openapi.slice(0, 3), found.valid, found.errors]).toEqual(['3.1', true, undefined]);
});

test('each procedure says what it takes and answers, which permission it needs, and all that it may refuse', () => {
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(partnerApi).toSorted());
  for (const [name, procedure] of Object.entries(partnerApi)) {
    const { errorMap, outputSchema } = procedure['~orpc'];
    expect([name, outputSchema !== undefined]).toEqual([name, true]);
    const operation = operations.find(({ operationId }) => operationId === name);
    const told = Object.values(operation?.responses ?? {}).flatMap((answer) =>
      codesIn(answer.content?.['application/json']?.schema),
    );
    expect([name, told.toSorted()]).toEqual([name, Object.keys(errorMap).toSorted()]);
    for (const code of told) expect(refusals[code]?.text).toBeTruthy();
    expect(operation).toMatchObject({ security: [{ key: [expect.stringMatching(/^[a-z]+:[a-z]+$/)] }] });
  }
});
