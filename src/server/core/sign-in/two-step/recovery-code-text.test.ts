import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newRecoveryCode, readRecoveryCode, shownRecoveryCode } from './recovery-code-text.ts';

const code = fc.noShrink(fc.constant(0)).map(newRecoveryCode);

/** What paper and hands make of a letter. */
const variants: Readonly<Record<string, readonly string[]>> = { '0': ['0', 'O', 'o'], '1': ['1', 'I', 'i', 'L', 'l'] };

it('a recovery code is read as people write it', () => {
  const written = code.chain((each) =>
    fc
      .tuple(
        ...Array.from(each, (letter) => fc.constantFrom(...(variants[letter] ?? [letter, letter.toLowerCase()]))),
        fc.constantFrom('', ' ', '-', ' – '),
      )
      .map((parts) => ({ each, typed: ` ${parts.slice(0, 5).join('')}${parts[10] ?? ''}${parts.slice(5, 10).join(' ')}\n` })),
  );
  fc.assert(fc.property(written, ({ each, typed }) => readRecoveryCode(typed) === each));
  fc.assert(fc.property(code, (each) => readRecoveryCode(shownRecoveryCode(each)) === each));
});

it('a recovery code has 50 bits, in groups of five', () => {
  fc.assert(fc.property(code, (each) => /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/.test(shownRecoveryCode(each))));
});

it.each(['', 'AAAAA-AAAA', 'AAAAA-AAAAAA', 'AAAAA-AAAAU', '😀'.repeat(10), 'A'.repeat(5000)])('%s is no recovery code', (typed) => {
  expect(readRecoveryCode(typed)).toBeUndefined();
});
