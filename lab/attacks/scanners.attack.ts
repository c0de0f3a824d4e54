import { test } from 'vitest';
import { checkPolicies } from './csp.ts';
import { searchForgottenFiles } from './ffuf.ts';
import { attackSlowly } from './slow.ts';
import { startTarget } from './target.ts';
import { scanWithWapiti } from './wapiti.ts';

const product = await startTarget();

test('csp: no page has a finding of medium or high severity', () => checkPolicies(product));
test('slow: clients that never finish do not block others', () => attackSlowly(product));
test('ffuf: only intended addresses are found, signed out and in', () => searchForgottenFiles(product));
test('wapiti: nothing of medium or high severity is found, signed out and in', () => scanWithWapiti(product));
