import { isListed } from './password-list.ts';
import { isPattern } from './password-patterns.ts';

/**
 * Words at the top of published lists of leaked passwords, in English and in China, lower case, beside the list itself:
 * up to eight digits or signs around one of them make it no harder to guess.
 */
const words = `
  password passwort passw0rd passwd pass parola mima admin administrator root user guest test tester testing demo default login
  welcome letmein access master system manager server secret private security changeme hello hallo sunshine princess football
  baseball basketball soccer hockey monkey dragon shadow superman batman spiderman ironman pokemon naruto starwars matrix killer
  hunter ranger trustno whatever freedom flower cookie cheese banana orange apple cherry pepper ginger summer winter spring autumn
  january february march april june july august september october november december monday friday sunday michael jordan jennifer
  jessica ashley daniel andrew thomas robert william george charlie charles anthony joshua matthew michelle nicole amanda hannah
  samantha alexander maggie buster tigger harley yankees liverpool chelsea arsenal barcelona juventus lakers samsung google
  facebook twitter youtube instagram linkedin windows microsoft linux ubuntu android iphone huawei xiaomi alibaba tencent baidu
  wechat weixin taobao iloveyou loveyou lovely loveme forever angel angels babygirl lovers family friends jesus christ
  computer internet mobile phone samsung nokia mercedes ferrari porsche yamaha toyota honda diamond silver golden purple
  qwerty qwertyuiop qwert asdfgh asdfghjkl asdf zxcvbn zxcvbnm qazwsx qazwsxedc wasd azerty qwertz abcabc abcdef abcd abc aaa xxx
  woaini woaiwo aini woaini woshi wobuzhidao nihao nihaoma zhongguo beijing shanghai shenzhen guangzhou zhang wang liu chen yang
  huang zhao zhou xiao long tianya tiantian baobao baobei laopo laogong mimang dearbook xiaoming xiaohong caonima woailaopo
  asd zxc qwe qaz wsx edc qweasd qweasdzxc asdqwe zaqwsx zaq xsw poiuytrewq lkjhgfdsa mnbvcxz qwer asdfzxcv qwerasdf zxcasd zxcasdqwe
  cedar cedaros cedarid
`;

/** Passwords that are not a word with digits, and that the list lacks. */
const whole = `
  1q2w3e4r 1q2w3e4r5t 1q2w3e 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qaz2wsx3edc qaz123wsx 1qazxsw2 zaq12wsx zaq1zaq1 1qaz1qaz !qaz2wsx
  a1b2c3d4 a1b2c3d4e5 1a2b3c4d 1a2b3c4d5e a1s2d3f4 z1x2c3v4 q1q1q1q1 1z2x3c4v 1x2x3x4x w2e3r4t5 a123b456 abc123def 1234abcd!
  123qweasd 123qweasdzxc qwe123asd qwe123qwe asd123asd asd123qwe zxc123qwe 123asd456 qwe123456 abc123abc abc123abc123 123abc123 123abc456 12qwaszx
  qq123123 qq5201314 qq1314520 5201314a a5201314 a7758521 7758521a 5201314qq woaini1314 woaini521 a1314520 1314520a 3d8cubaj q1w2e3 qwerty12
  h2o2h2o2 r2d2c3po c3por2d2 ncc1701d ncc1701e ncc1701a thx1138a bond007 agent007 blink182 sum41sum41 matrix99 mustang1 dragon12 4ever4ever
  me2you4u u2u2u2u2 g00gle123 p455w0rd pa55w0rd pa55word pa$$w0rd p@ssw0rd p@55w0rd 1passwor abcd123! abcd1234!
`;

const wordSet: ReadonlySet<string> = new Set(words.trim().split(/\s+/));
const wholeSet: ReadonlySet<string> = new Set(whole.trim().split(/\s+/));

/** Length of the shortest listed word that counts with an addition. */
const shortestStem = 4;

/** Most digits and signs around a listed word that do not count. */
const addedDigits = 4;
const addedSigns = 3;

/** The endings that people add most often. A word that is listed with one of them is refused with any other. */
const usualEndings = ['1', '123', '12', '2', '01', '11', '69', '99', '1234'];

const signs: Readonly<Record<string, string>> = { '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };

/** Whether a password is among the first guesses: a common one in some usual spelling, or a pattern. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  return wholeSet.has(lower) || isPattern(lower) || readingsOf(lower).some((text) => isListed(text) || isWord(text)) || isAddition(lower);
}

/** The text itself, and with the letters that its digits and signs may stand for. */
function readingsOf(text: string): readonly string[] {
  const plain = text.replaceAll(/[034457@$!]/g, (sign) => signs[sign] ?? sign);
  return [...new Set([text, plain.replaceAll('1', 'i'), plain.replaceAll('1', 'l')])];
}

/** A common word with digits or signs before or after it. */
function isAddition(lower: string): boolean {
  const stem = lower.replaceAll(/^[^a-z]+|[^a-z]+$/g, '');
  const added = lower.length - stem.length;
  const digits = lower.replace(stem, '').replaceAll(/\D/g, '').length;
  const isSmall = stem.length >= shortestStem && digits <= addedDigits && added - digits <= addedSigns;
  return readingsOf(stem).some(
    (word) => (isWord(word) && added <= 8) || (isSmall && (isListed(word) || usualEndings.some((ending) => isListed(word + ending)))),
  );
}

/** A word of our own, also doubled. */
function isWord(letters: string): boolean {
  const half = letters.slice(0, letters.length / 2);
  return wordSet.has(letters) || (letters === half + half && wordSet.has(half));
}
