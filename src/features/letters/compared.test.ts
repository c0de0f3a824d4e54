import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compared } from './compared.ts';

/** What a second person reads of other words: what goes out, what comes in, and what stays. */
const shown = (before: string, after: string) =>
  compared(before, after)
    .map(({ kind, text }) => ({ same: text, out: `[-${text.trim()}-] `, in: `[+${text.trim()}+] ` })[kind])
    .join('')
    .trim();

test.each([
  ['You have it.', 'You have it.', 'You have it.'],
  ['You have it.', 'You earned it.', 'You [-have-] [+earned+] it.'],
  ['You have it.', 'You have it. Well done.', 'You have it. [+Well done.+]'],
  ['Hello. You have it.', 'You have it.', '[-Hello.-] You have it.'],
  ['', 'New.', '[+New.+]'],
  ['One.\n\nTwo.', 'One.\n\nThree.', 'One. \n\n[-Two.-] [+Three.+]'],
])('of %j and %j', (before, after, says) => expect(shown(before, after)).toBe(says));

test('what stays and goes out is the text before, what stays and comes in the text after', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', 'd.', '\n\n'), { maxLength: 40 })
    .map((words) => words.join(' ').replaceAll(/ *\n\n */g, '\n\n'));
  const bare = (words: string) => words.replaceAll(/\s+/g, '');
  fc.assert(
    fc.property(text, text, (before, after) => {
      const pieces = compared(before, after);
      const of = (kind: 'in' | 'out') =>
        pieces.flatMap((piece) => (piece.kind === kind || piece.kind === 'same' ? [piece.text] : [])).join('');
      expect([bare(of('out')), bare(of('in'))]).toEqual([bare(before), bare(after)]);
    }),
  );
});
