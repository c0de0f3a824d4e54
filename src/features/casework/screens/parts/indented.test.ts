import { expect, test } from 'vitest';
import { indented } from './indented.ts';

test('a file on one line is laid out with each element as deep as it stands', () => {
  const file = '<?xml version="1.0"?><report><a>1</a><b><c/></b></report>';
  expect(indented(file).split('\n')).toEqual([
    '<?xml version="1.0"?>',
    '<report>',
    '  <a>1</a>',
    '  <b>',
    '    <c/>',
    '  </b>',
    '</report>',
  ]);
});
