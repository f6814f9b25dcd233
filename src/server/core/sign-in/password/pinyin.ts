/** The finals that follow each initial in Mandarin: about 400 syllables. */
const finalsOf: Readonly<Record<string, string>> = {
  '': 'a ai an ang ao e ei en er o ou',
  b: 'a ai an ang ao ei en eng i ian iao ie in ing o u',
  p: 'a ai an ang ao ei en eng i ian iao ie in ing o ou u',
  m: 'a ai an ang ao ei en eng i ian iao ie in ing iu o ou u',
  f: 'a an ang ei en eng o ou u',
  d: 'a ai an ang ao e ei en eng i ian iao ie ing iu ong ou u uan ui un uo',
  t: 'a ai an ang ao e eng i ian iao ie ing ong ou u uan ui un uo',
  n: 'a ai an ang ao e ei en eng i ian iang iao ie in ing iu ong ou u uan uo v',
  l: 'a ai an ang ao e ei eng i ia ian iang iao ie in ing iu ong ou u uan un uo v',
  g: 'a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo',
  k: 'a ai an ang ao e en eng ong ou u ua uai uan uang ui un uo',
  h: 'a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo',
  j: 'i ia ian iang iao ie in ing iong iu u uan ue un',
  q: 'i ia ian iang iao ie in ing iong iu u uan ue un',
  x: 'i ia ian iang iao ie in ing iong iu u uan ue un',
  zh: 'a ai an ang ao e en eng i ong ou u ua uai uan uang ui un uo',
  ch: 'a ai an ang ao e en eng i ong ou u ua uai uan uang ui un uo',
  sh: 'a ai an ang ao e ei en eng i ou u ua uai uan uang ui un uo',
  r: 'an ang ao e en eng i ong ou u uan ui un uo',
  z: 'a ai an ang ao e ei en eng i ong ou u uan ui un uo',
  c: 'a ai an ang ao e en eng i ong ou u uan ui un uo',
  s: 'a ai an ang ao e en eng i ong ou u uan ui un uo',
  y: 'a an ang ao e i in ing o ong ou u uan ue un',
  w: 'a ai an ang ei en eng o u',
};

/** The hundred most frequent surnames, in pinyin; several characters share one spelling. */
const surnames = `
  wang li zhang liu chen yang zhao huang zhou wu xu sun hu zhu gao lin he guo ma luo liang song zheng xie han tang feng yu dong
  xiao cheng cao yuan deng fu shen zeng peng lv su lu jiang cai jia ding wei xue ye yan pan du dai xia zhong wan tian ren fan
  fang shi yao tan liao zou xiong jin hao kong bai cui kang mao qiu qin gu hou shao meng long duan lei qian yin yi chang wen
  ouyang situ zhuge shangguan ning pang geng mo niu tong lan ge
`;

const syllable = Object.entries(finalsOf)
  .flatMap(([initial, finals]) => finals.split(' ').map((final) => initial + final))
  // A longer one first: the pattern must be able to take all letters.
  .toSorted((a, b) => b.length - a.length)
  .join('|');

const name = new RegExp(`^(?:${surnames.trim().split(/\s+/).join('|')})(?:${syllable}){1,2}$`);

/** Whether letters in lower case are a Chinese name in pinyin: a surname and one or two syllables. */
export function isChineseName(letters: string): boolean {
  return name.test(letters);
}
