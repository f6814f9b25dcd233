import { isChineseName } from './pinyin.ts';

/** Rows of the keyboard, the alphabet and the digits: a run along one of them is easy to guess. */
const rows = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '01234567890', '1029384756'];

/** A day of this or the last century in eight digits, in the orders in use, or in six. */
const date =
  '(?:(?:19|20)\\d\\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])' +
  '|(?:0[1-9]|[12]\\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\\d\\d|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])(?:19|20)\\d\\d' +
  '|\\d\\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])|(?:0[1-9]|[12]\\d|3[01])(?:0[1-9]|1[0-2])\\d\\d)';

const mobileNumber = '1[3-9]\\d{9}';

/** Digits that sound like a phrase in Chinese, or stand at the top of the lists there. */
const spoken = '(?:5201314|7758521|7758258|147258|1314|520|521|110|119)+';

/** At most three letters beside such digits. */
const besideLetters = new RegExp(
  `^(?=(?:[^a-z]*[a-z]){0,3}[^a-z]*$)[a-z]*[^a-z0-9]?(?:${date}|${mobileNumber}|${spoken})[^a-z0-9]?[a-z]*$`,
);

const shortWordWithYear = /^[a-z]{1,6}[^a-z0-9]?(?:19[5-9]\d|20[0-3]\d)[^a-z0-9]{0,2}$/;

const lettersThenDigits = new RegExp(`^([a-z]+)[^a-z0-9]?(?:\\d{0,4}|${date})[^a-z0-9]{0,2}$`);

/** Whether a text in lower case is made by a rule that everybody knows: a walk, a repetition, a name, a date. */
export function isPattern(lower: string): boolean {
  const letters = lettersThenDigits.exec(lower)?.[1];
  return (
    isTrivial(lower) ||
    isRepeated(lower) ||
    besideLetters.test(lower) ||
    shortWordWithYear.test(lower) ||
    (letters !== undefined && isChineseName(letters))
  );
}

/**
 * At most three runs of letters, digits and signs, each a repetition or a walk: `aaaa1111`, `qwer1234!`, `a12345678`.
 */
export function isTrivial(text: string): boolean {
  const runs = text.match(/[a-z]+|[0-9]+|[^a-z0-9]+/g) ?? [];
  return runs.length <= 3 && runs.every((run) => isRepetition(run) || isWalk(run));
}

/** A piece of at most four characters, again and again, with a beginning of it at the end: `1q1q1q1q`, `ab1ab1ab`. */
function isRepeated(text: string): boolean {
  return [1, 2, 3, 4].some(
    (length) =>
      text ===
      text
        .slice(0, length)
        .repeat(Math.ceil(text.length / length))
        .slice(0, text.length),
  );
}

/** One sign or a short piece repeated: `a`, `aaaa`, `abab`, `123123`. */
function isRepetition(run: string): boolean {
  return [1, 2, 3].some((length) => {
    const times = run.length / length;
    return (length === 1 || times >= 2) && Number.isInteger(times) && run === run.slice(0, length).repeat(times);
  });
}

/** Neighbors in a row, forward or backward, each once or all equally often: `qwer`, `54321`, `112233`. */
function isWalk(run: string): boolean {
  const single = run.replaceAll(/(.)\1+/g, '$1');
  const backwards = single.split('').toReversed().join('');
  return single.length > 1 && rows.some((row) => row.includes(single) || row.includes(backwards));
}
