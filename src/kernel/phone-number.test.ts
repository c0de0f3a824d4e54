import { expect, test } from 'vitest';
import { parsePhone } from './phone-number.ts';

test.each([
  ['8765551234', '+18765551234'],
  ['876-555-1234', '+18765551234'],
  ['(658) 555-1234', '+16585551234'],
  ['+1 658 555 1234', '+16585551234'],
  ['+44 20 7946 0958', '+442079460958'],
  ['tel:+442071838750', '+442071838750'],
])('%s is %s', (text, number) => expect(parsePhone(text)).toBe(number));

test.each([
  ...['', '12', '12345', '555-1234', '5551234', '1,000,000', '176 555 0100', '+1 876 555 01000', '+999 12345678'],
  ...['+1 999 999 9999', '+0 876 555 1234', '8765551234 ext 5', 'call me', 'x'.repeat(50)],
])('%j is no phone number', (text) => expect(parsePhone(text)).toBeNull());
