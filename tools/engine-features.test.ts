import { describe, expect, it } from 'vitest';
import { deskFloor } from '#server/app/pages/engine-gate.ts';
import { deskProblems, featureProblems, gateProblems } from './check-engines.ts';
import { filledFeatures, gracefulFeatures } from './engine-exceptions.ts';
import { faulty, isLater, isNewerThanFloor, newerInScript, newerInStyle } from './engine-features.ts';

describe('the features of a script', () => {
  it.each([
    ['Promise.withResolvers()', 'javascript.builtins.Promise.withResolvers'],
    ['list.toSorted()', 'javascript.builtins.Array.toSorted'],
    ['AbortSignal.any([])', 'api.AbortSignal.any_static'],
    ['structuredClone(1)', 'api.structuredClone'],
    ['window.structuredClone', 'api.structuredClone'],
    ['document.startViewTransition()', 'api.Document.startViewTransition'],
    ['panel.showPopover()', 'api.HTMLElement.showPopover'],
    ['class A { static { a() } }', 'javascript.classes.static.initialization_blocks'],
    ['a?.(...list)', faulty.spreadBehindChain],
    ['class A { static name = 1 }', faulty.staticName],
    ['class A { #a = b(c) }', faulty.bracketInField],
    ['await a', 'javascript.operators.await.top_level'],
    ['/(?<=a)b/', 'javascript.regular_expressions.lookbehind_assertion'],
    ['/[a--b]/v', 'javascript.builtins.RegExp.unicodeSets'],
    ['all.querySelector("a:is(b, c)")', 'css.selectors.is'],
    ['all.matches(`${a}:not(b, c)`)', 'css.selectors.not.selector_list'],
  ])('include what the floor lacks in %s', (source, feature) => {
    expect([...newerInScript('a.js', source)]).toContain(feature);
  });

  it.each([
    'Promise.allSettled([])',
    'list.map(a)',
    'a ??= b?.c',
    'class A { #a = new Set; c = () => d(); b() { return this.#a } }',
    '/(?=a)b/u',
    'text.replaceAll(a, b)',
    'all.closest("a:not(:disabled), b:focus-visible"); say("is: this, has: that")',
  ])('are not those that it has: %s', (source) => {
    expect([...newerInScript('a.js', source)]).toEqual([]);
  });
});

describe('the features of a style sheet', () => {
  it.each([
    ['a{color:light-dark(#fff,#000)}', 'css.types.color.light-dark'],
    ['a{background:color-mix(in srgb,red 10%,blue)}', 'css.types.color.color-mix'],
    ['a:has(b){color:red}', 'css.selectors.has'],
    ['a:is(b,c){color:red}', 'css.selectors.is'],
    ['a{translate:0 1px}', 'css.properties.translate'],
    ['a{height:100dvh}', 'css.types.length.viewport_percentage_units_dynamic'],
    ['@media (width>=768px){a{color:red}}', 'css.at-rules.media.range_syntax'],
    ['@media not (min-width:768px){a{color:red}}', 'css.at-rules.media.or_syntax'],
    ['@starting-style{a{opacity:0}}', 'css.at-rules.starting-style'],
    ['a{text-wrap:pretty}', 'css.properties.text-wrap.pretty'],
    ['@media print{@layer a{b{color:red}}}', 'css.at-rules.layer'],
  ])('include what the floor lacks in %s', (css, feature) => {
    expect([...newerInStyle(css)]).toContain(feature);
  });

  it.each([
    '@media (max-width:767.98px){a{inset:0;display:grid;gap:1px}}',
    'a[title=":has(b)"]::before{content:":has(b){";color:var(--is,rgb(1 2 3/.5))}',
    '[popover].\\:popover-open:focus-visible{width:min(1px,2px)}',
    '@keyframes has{0%{opacity:0}to{opacity:1}}',
  ])('are not those that it has: %s', (css) => {
    expect([...newerInStyle(css)]).toEqual([]);
  });
});

describe('the comparison of a build with the floor', () => {
  const known = [...filledFeatures, ...Object.keys(gracefulFeatures)].map((feature): [string, readonly string[]] => [feature, ['app.js']]);

  it('names a newer feature, its versions and its file', () => {
    const [problem = ''] = featureProblems(new Map([...known, ['css.selectors.has', ['app.css']]]));
    expect(problem).toMatch(/css\.selectors\.has .*chrome 105, firefox 121, safari 15\.4.*app\.css/);
  });

  it('accepts what older-engines gives, except in a worker', () => {
    expect(featureProblems(new Map(known))).toEqual([]);
    const inWorker = new Map([...known, [filledFeatures[0] ?? '', ['captcha-worker-1.js']]]);
    expect(featureProblems(inWorker)).toHaveLength(1);
  });

  it('lets the desk use what its own engines have, and nothing newer', () => {
    const uses = new Map([
      ['css.selectors.has', ['desk.css']],
      ['javascript.builtins.Promise.withResolvers', ['desk.js']],
      ['css.properties.field-sizing', ['desk.css']],
    ]);
    expect(deskProblems(uses)).toEqual([expect.stringMatching(/withResolvers .*firefox 121, safari 17\.4.*desk\.js/)]);
  });

  it('names an exception that nothing needs', () => {
    expect(featureProblems(new Map(known.slice(1)))).toEqual([expect.stringContaining('no longer used')]);
  });

  it('lets no engine pass the gate without what older-engines gives', () => {
    expect(gateProblems()).toEqual([]);
    expect(gateProblems({ ...deskFloor, safari: '17.4' })).toEqual([
      expect.stringMatching(/desk's gate begins with safari 17, its floor with 17\.4/),
    ]);
  });

  it('has only exceptions that are newer than the floor', () => {
    expect(known.filter(([feature]) => !isNewerThanFloor(feature))).toEqual([]);
  });
});

it('compares versions by their numbers', () => {
  expect([isLater('104', '87'), isLater('15.10', '15.4'), isLater('9', '87'), isLater('87', '87'), isLater(undefined, '87')]).toEqual([
    true,
    true,
    false,
    false,
    true,
  ]);
});
