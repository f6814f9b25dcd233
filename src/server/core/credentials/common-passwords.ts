/**
 * Words and patterns at the top of published lists of leaked passwords, in English and in China, lower case. Adding
 * digits or signs, or writing letters as digits, makes them no harder to guess.
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

/** Passwords of the same lists that are not a word with digits. */
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

/** Rows of the keyboard, the alphabet and the digits: a run along one of them is easy to guess. */
const rows = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '01234567890', '1029384756'];

const leet: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };

/** Whether a password is among the first guesses: a common one, or a pattern. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  if (wholeSet.has(lower)) return true;
  const letters = lower.replaceAll(/^[^a-z]+|[^a-z]+$/g, '');
  if (isCommonWord(letters) && lower.length - letters.length <= 8) return true;
  const plain = lower.replaceAll(/[013457@$!]/g, (sign) => leet[sign] ?? sign);
  if (isCommonWord(plain) || isCommonWord(plain.replaceAll(/[^a-z]+$/g, ''))) return true;
  return isTrivial(lower);
}

/** A listed word, also doubled. */
function isCommonWord(letters: string): boolean {
  const half = letters.slice(0, letters.length / 2);
  return wordSet.has(letters) || (letters === half + half && wordSet.has(half));
}

/**
 * At most three runs of letters, digits and signs, each a repetition or a walk: `aaaa1111`, `qwer1234!`, `a12345678`.
 */
export function isTrivial(text: string): boolean {
  const runs = text.match(/[a-z]+|[0-9]+|[^a-z0-9]+/g) ?? [];
  return runs.length <= 3 && runs.every((run) => isRepetition(run) || isWalk(run));
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
