import { test } from 'vitest';
import { judgePolicies } from './csp.ts';
import { lookForForgotten } from './ffuf.ts';
import { keepOpen } from './slow.ts';
import { standing } from './standing.ts';
import { lookForWeaknesses } from './wapiti.ts';

// One product for all of them: what it lays down first takes longer than some of them do.
const product = await standing();

test('csp: no page allows what csp-evaluator finds high or of medium weight', () => judgePolicies(product));
test('slow: whoever never finishes keeps nobody else waiting', () => keepOpen(product));
test('ffuf: nothing is found that is not meant to be there, signed out and in', () => lookForForgotten(product));
test('wapiti: nothing is found that is high or of medium weight, signed out and in', () => lookForWeaknesses(product));
