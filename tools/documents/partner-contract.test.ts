import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { partnerApi } from '../../src/features/api-access/partner/partner-api.ts';
import { refusals } from './catalogue.ts';
import { partnerContract } from './partner-contract.ts';
import { type Contract, codesIn, typescriptClient } from './typescript-client.ts';

const written = await partnerContract();
const contract = JSON.parse(written) as Contract & { readonly openapi: string };
const operations = Object.values(contract.paths).flatMap((path) => Object.values(path));

test('the committed OpenAPI document matches the procedures', () =>
  expect(readFileSync('src/features/api-access/contract/openapi.json', 'utf8')).toBe(written));

test('the committed client matches the OpenAPI document', () =>
  expect(readFileSync('clients/typescript/src/client.ts', 'utf8')).toBe(typescriptClient(contract)));

test('the document is valid OpenAPI 3.1', async () => {
  const found = await new Validator().validate(JSON.parse(written));
  expect([contract.openapi.slice(0, 3), found.valid, found.errors]).toEqual(['3.1', true, undefined]);
});

test('each operation documents its input, response, permission and refusals', () => {
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(partnerApi).toSorted());
  for (const [name, procedure] of Object.entries(partnerApi)) {
    const { errorMap, outputSchema } = procedure['~orpc'];
    expect([name, outputSchema !== undefined]).toEqual([name, true]);
    const operation = operations.find(({ operationId }) => operationId === name);
    const codes = Object.values(operation?.responses ?? {}).flatMap((answer) =>
      codesIn(answer.content?.['application/json']?.schema),
    );
    expect([name, codes.toSorted()]).toEqual([name, Object.keys(errorMap).toSorted()]);
    for (const code of codes) expect(refusals[code]?.text).toBeTruthy();
    expect(operation).toMatchObject({ security: [{ key: [expect.stringMatching(/^[a-z]+:[a-z]+$/)] }] });
  }
});
